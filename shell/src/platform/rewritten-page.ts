/** Whether it is what translators and extensions replace text by. */
const isFont = (node: Node | null): node is HTMLElement => node instanceof HTMLElement && node.tagName === 'FONT';

/** The child of `parent` in which a node stands now: itself, or what was put around it. */
function childHolding(parent: Node, node: Node): Node | null {
  let at: Node | null = node;
  while (at && at.parentNode !== parent) at = at.parentNode;
  return at;
}

/**
 * Translators and extensions replace texts of the page, put elements around others, and remove some. React keeps its own
 * nodes, and the browser throws when it removes one, or inserts before one, that is not where it was: the remote would be
 * lost with each change of its screen. Here such a call does what it can: it removes what stands in the node's place, and
 * inserts before that. A text that React changes while something else stands in its place takes its place again; the
 * translator then replaces it anew. Calls that the browser would have carried out are not touched.
 * @returns the way to stop
 */
export function tolerateReplacedNodes(): () => void {
  const inPlaceOf = new WeakMap<Node, HTMLElement>();
  const { removeChild, insertBefore } = Node.prototype;

  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const font = inPlaceOf.get(target);
      if (!font?.isConnected || target.isConnected) continue;
      inPlaceOf.delete(target);
      font.replaceWith(target);
    }
  });
  const replaced = new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      for (const node of removedNodes) {
        const font = node instanceof Text && [...addedNodes, previousSibling, nextSibling].find(isFont);
        if (!font || node.isConnected) continue;
        inPlaceOf.set(node, font);
        changes.observe(node, { characterData: true });
      }
    }
  });
  replaced.observe(document.body, { childList: true, subtree: true });

  const standIn = (parent: Node, node: Node) => {
    const font = inPlaceOf.get(node);
    return childHolding(parent, node) ?? (font ? childHolding(parent, font) : null);
  };
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child;
    const stand = standIn(this, child);
    if (stand) removeChild.call(this, stand);
    return child;
  };
  Node.prototype.insertBefore = function <New extends Node>(this: Node, node: New, before: Node | null): New {
    const isWhereItWas = before === null || before.parentNode === this;
    return insertBefore.call(this, node, isWhereItWas ? before : standIn(this, before)) as New;
  };
  return () => {
    replaced.disconnect();
    changes.disconnect();
    Object.assign(Node.prototype, { removeChild, insertBefore });
  };
}
