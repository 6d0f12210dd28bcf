// What a page looks like, in one call: every element's box and style, and the page's markup with the elements numbered.
// Runs in an isolated world, where the page's own scripts have changed nothing.
(function (numbering, maxElements) {
  "use strict";
  if (!location.protocol.startsWith("http")) throw new Error("the page led itself to " + location.protocol);
  const root = document.documentElement;
  const shownParent = new Map();
  const written = Array.from(document.querySelectorAll("*"));
  // Open shadow trees are read as they are shown: in their hosts, with what is slotted in its place.
  const hasShadows = written.some((element) => element.shadowRoot);
  const elements = (hasShadows ? shownIn(root) : written).slice(0, maxElements);
  const numbers = new Map();
  const boxes = [];
  const codes = [];
  const layers = [];
  const styles = [];
  const codeOf = new Map();
  const hidden = new Uint8Array(elements.length);
  // A layer is painted as a whole: layer 0 is the page, others begin at positioned elements and stacking contexts.
  const layerOf = [{ parent: -1, context: 0, z: 0, isContext: true }];

  function shownNodes(node) {
    const nodes = Array.from((node.shadowRoot || node).childNodes);
    const shown = nodes.map((one) => {
      if (one.localName !== "slot" || !(one.getRootNode() instanceof ShadowRoot)) return [one];
      const assigned = one.assignedNodes({ flatten: true });
      return assigned.length ? assigned : shownNodes(one);
    });
    return shown.flat();
  }

  function shownIn(top) {
    const found = [];
    const waiting = [top];
    while (waiting.length && found.length < maxElements) {
      const element = waiting.pop();
      found.push(element);
      const inside = shownNodes(element).filter((node) => node.nodeType === Node.ELEMENT_NODE).reverse();
      for (const one of inside) {
        shownParent.set(one, element);
        waiting.push(one);
      }
    }
    return found;
  }

  // Copied into a document that runs nothing; the page itself stays as it is, for its picture.
  function shownMarkup(top) {
    const inert = document.implementation.createHTMLDocument("");
    const whole = inert.importNode(top, false);
    const waiting = [[top, whole]];
    while (waiting.length) {
      const [node, copy] = waiting.pop();
      for (const one of shownNodes(node)) {
        const made = inert.importNode(one, false);
        copy.appendChild(made);
        if (one.nodeType === Node.ELEMENT_NODE) waiting.push([one, made]);
      }
    }
    return whole.outerHTML;
  }

  function number(value) {
    return Math.round(value * 100) / 100;
  }

  // Eighths of a pixel: finer than the eye, and exact in what is stored.
  function length(value) {
    return Math.round(value * 8) / 8;
  }

  function colour(value) {
    const parts = value.match(/[\d.]+/g);
    if (!parts || !value.startsWith("rgb")) return value === "transparent" ? null : "#000000";
    if (parts.length > 3 && Number(parts[3]) === 0) return null;
    return "#" + parts.slice(0, 3).map((part) => Math.round(Number(part)).toString(16).padStart(2, "0")).join("");
  }

  function style(computed) {
    const size = parseFloat(computed.fontSize) || 0;
    const lineHeight = parseFloat(computed.lineHeight);
    const family = computed.fontFamily.split(",")[0].trim().replace(/^["']|["']$/g, "").toLowerCase();
    const value = [
      family, number(size), Math.round(Number(computed.fontWeight)) || 400, computed.fontStyle !== "normal",
      colour(computed.color) || "#000000", colour(computed.backgroundColor),
      // "normal" has no number; browsers take about 1.2 of the size.
      number(Number.isNaN(lineHeight) ? size * 1.2 : lineHeight), computed.display,
    ];
    const key = value.join("|");
    let code = codeOf.get(key);
    if (code === undefined) {
      code = styles.length;
      codeOf.set(key, code);
      styles.push(value);
    }
    return code;
  }

  function layer(computed, parent) {
    const isPositioned = computed.position !== "static";
    const z = parseInt(computed.zIndex, 10);
    const isContext =
      (isPositioned && !Number.isNaN(z)) || computed.position === "fixed" || computed.position === "sticky" ||
      computed.opacity !== "1" || computed.transform !== "none" || computed.filter !== "none";
    if (!isPositioned && !isContext) return parent;
    const above = layerOf[parent];
    const number = layerOf.length;
    layerOf.push({ parent: above.isContext ? parent : above.context, context: 0, z: isPositioned ? z || 0 : 0, isContext });
    layerOf[number].context = isContext ? number : layerOf[number].parent;
    return number;
  }

  // The order of painting (CSS 2, appendix E): below the context's own content what has a negative z-index.
  function ranks() {
    const below = layerOf.map(() => []);
    for (let index = 1; index < layerOf.length; index += 1) below[layerOf[index].parent].push(index);
    const rank = new Array(layerOf.length).fill(0);
    const waiting = [[0, false]];
    let next = 0;
    while (waiting.length) {
      const [index, isDone] = waiting.pop();
      if (isDone || !below[index].length) {
        rank[index] = next;
        next += 1;
        continue;
      }
      const sorted = below[index].sort((a, b) => layerOf[a].z - layerOf[b].z || a - b);
      const split = sorted.findIndex((one) => layerOf[one].z >= 0);
      const first = split < 0 ? sorted : sorted.slice(0, split);
      const last = split < 0 ? [] : sorted.slice(split);
      for (const one of last.reverse()) waiting.push([one, false]);
      waiting.push([index, true]);
      for (const one of first.reverse()) waiting.push([one, false]);
    }
    const base = rank[0];
    return rank.map((one) => one - base);
  }

  elements.forEach((element, index) => {
    numbers.set(element, index);
    const around = hasShadows ? shownParent.get(element) : element.parentElement;
    const parent = around ? numbers.get(around) : undefined;
    const computed = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const left = box.left + window.scrollX;
    const top = box.top + window.scrollY;
    boxes.push(length(left), length(top), length(box.width), length(box.height));
    layers.push(layer(computed, parent === undefined ? 0 : layers[parent]));
    const isClipped =
      computed.overflowX !== "visible" && computed.display !== "inline" && (box.width <= 1 || box.height <= 1);
    // What is clipped away, transparent or off the page takes along what is in it; "visibility" can be undone below.
    hidden[index] =
      (parent !== undefined && hidden[parent]) || computed.opacity === "0" || computed.display === "none" ||
      (isClipped && element !== root && element !== document.body) ? 1 : 0;
    const isOff = left + box.width <= 0 || top + box.height <= 0;
    const isVisible =
      !hidden[index] && computed.visibility === "visible" && box.width > 0 && box.height > 0 && !isOff;
    codes.push(isVisible ? style(computed) : -1);
  });
  const rank = ranks();
  elements.forEach((element, index) => element.setAttribute(numbering, index));
  const type = document.doctype ? "<!DOCTYPE " + document.doctype.name + ">" : "";
  return JSON.stringify({
    html: type + (hasShadows ? shownMarkup(root) : root.outerHTML),
    url: location.href,
    width: Math.max(root.scrollWidth, document.body ? document.body.scrollWidth : 0),
    height: Math.max(root.scrollHeight, document.body ? document.body.scrollHeight : 0),
    boxes, codes, styles, stacking: layers.map((one) => rank[one]),
  });
})
