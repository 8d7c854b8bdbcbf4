import { follow, look } from "./live.js";

const root = document.documentElement;

function startLight() {
  const button = document.getElementById("red");
  const show = () => button.setAttribute("aria-pressed", String(root.dataset.light === "red"));
  button.hidden = false;
  show();
  button.addEventListener("click", () => {
    const isRed = root.dataset.light !== "red";
    if (isRed) root.dataset.light = "red";
    else delete root.dataset.light;
    try {
      localStorage.setItem("outpost-light", isRed ? "red" : "white");
    } catch {
      // Storage that is switched off: the choice holds for this page.
    }
    show();
  });
}

/** Filter and sort stand in the address, as they do without a script; here the page stays. */
function startWish() {
  const wish = (form, submitter) => {
    const asked = [...new FormData(form, submitter)].filter(([, value]) => value !== "");
    // The heading that was pressed comes last, and wins over the list of orders.
    const query = new URLSearchParams(Object.fromEntries(asked)).toString();
    history.replaceState(null, "", query === "" ? "/" : `/?${query}`);
    void look();
  };
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "wish") return;
    event.preventDefault();
    wish(event.target, event.submitter);
  });
  document.addEventListener("input", (event) => {
    if (event.target.form?.id === "wish") wish(event.target.form);
  });
}

startLight();
startWish();
follow();
