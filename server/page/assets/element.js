// Making elements. Text is always text: nothing here reads markup.

const svgSpace = "http://www.w3.org/2000/svg";

// element makes an HTML element with attributes and children, which are elements or texts.
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

// shape does the same with an element of SVG.
export function shape(name, attributes = {}, ...children) {
  return filled(document.createElementNS(svgSpace, name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== ""));
  return made;
}

// say writes a text, where it is not there yet: what is written anew is laid out anew.
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
