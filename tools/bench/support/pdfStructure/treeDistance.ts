/** A node of an ordered tree. */
export interface TreeNode {
  readonly kind: string;
  readonly text: string;
  readonly children: readonly TreeNode[];
}

/** The nodes of a tree in postorder, each with the index of its leftmost leaf. */
interface Flat {
  readonly nodes: TreeNode[];
  readonly leaves: number[];
  /** The nodes with a left sibling, and the root. */
  readonly roots: number[];
}

/** The edit distance of two ordered trees (Zhang and Shasha, 1989); insertions and deletions cost 1. */
export function editDistance(
  a: TreeNode,
  b: TreeNode,
  change: (from: TreeNode, to: TreeNode) => number,
): number {
  const [from, to] = [flat(a), flat(b)];
  const distances = from.nodes.map(() => new Float64Array(to.nodes.length));
  for (const i of from.roots) for (const j of to.roots) fill(from, to, { i, j, distances, change });
  return distances.at(-1)?.at(-1) ?? 0;
}

interface Pair {
  readonly i: number;
  readonly j: number;
  readonly distances: Float64Array[];
  readonly change: (from: TreeNode, to: TreeNode) => number;
}

function fill(from: Flat, to: Flat, { i, j, distances, change }: Pair): void {
  const [left, top] = [from.leaves[i] ?? 0, to.leaves[j] ?? 0];
  const forest = Array.from({ length: i - left + 2 }, () => new Float64Array(j - top + 2));
  const at = (x: number, y: number): number => forest[x]?.[y] ?? 0;
  const set = (x: number, y: number, value: number): void => {
    const row = forest[x];
    if (row) row[y] = value;
  };
  for (let x = 1; x <= i - left + 1; x += 1) set(x, 0, x);
  for (let y = 1; y <= j - top + 1; y += 1) set(0, y, y);
  for (let x = 1; x <= i - left + 1; x += 1)
    for (let y = 1; y <= j - top + 1; y += 1) {
      const [p, q] = [left + x - 1, top + y - 1];
      const edge = Math.min(at(x - 1, y), at(x, y - 1)) + 1;
      const [a, b] = [from.nodes[p], to.nodes[q]];
      if (from.leaves[p] === left && to.leaves[q] === top && a && b) {
        const value = Math.min(edge, at(x - 1, y - 1) + change(a, b));
        set(x, y, value);
        const row = distances[p];
        if (row) row[q] = value;
      } else {
        const before = at((from.leaves[p] ?? 0) - left, (to.leaves[q] ?? 0) - top);
        set(x, y, Math.min(edge, before + (distances[p]?.[q] ?? 0)));
      }
    }
}

function flat(root: TreeNode): Flat {
  const nodes: TreeNode[] = [];
  const leaves: number[] = [];
  const visit = (node: TreeNode): number => {
    const [first] = node.children.map(visit);
    nodes.push(node);
    leaves.push(first ?? nodes.length - 1);
    return first ?? nodes.length - 1;
  };
  visit(root);
  const roots = [...new Map(leaves.map((leaf, index) => [leaf, index])).values()].toSorted((a, b) => a - b);
  return { nodes, leaves, roots };
}
