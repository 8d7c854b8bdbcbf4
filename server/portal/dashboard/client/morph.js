const keyOf = (node) =>
  node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.key || "" : "";

const fits = (a, b) =>
  a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

/** Makes `old` like `fresh` by touching only what differs: focus, scrolling and open details stay where they are. */
export function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  morphAttributes(old, fresh);
  morphChildren(old, fresh);
  morphControl(old, fresh);
}

function morphAttributes(old, fresh) {
  // Whoever reads the page opened it.
  for (const name of old.getAttributeNames())
    if (!fresh.hasAttribute(name) && !(name === "open" && old.nodeName === "DETAILS"))
      old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function morphChildren(old, fresh) {
  let next = old.firstChild;
  for (const child of fresh.childNodes) {
    const match = matchFor(child, next);
    if (match) {
      if (match === next) next = next.nextSibling;
      else old.insertBefore(match, next);
      morph(match, child);
    } else old.insertBefore(document.importNode(child, true), next);
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

/** The node that `child` was before: the very next one, or for a child with a key the one of that key further on. */
function matchFor(child, next) {
  if (next && fits(next, child)) return next;
  if (keyOf(child) === "") return undefined;
  for (let node = next; node; node = node.nextSibling) if (fits(node, child)) return node;
  return undefined;
}

/** What is typed or chosen is no attribute: it follows the page only where nobody is at it. */
function morphControl(old, fresh) {
  if (old === document.activeElement) return;
  if (old.nodeName === "INPUT" || old.nodeName === "SELECT")
    if (old.value !== fresh.value) old.value = fresh.value;
}
