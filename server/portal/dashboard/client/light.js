// Before anything is drawn: a dark-adapted eye must not meet the other light for a moment.
try {
  if (localStorage.getItem("outpost-light") === "red")
    document.documentElement.dataset.light = "red";
} catch {
  // Storage that is switched off: the choice holds for this page.
}
