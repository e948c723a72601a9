/** An item with the number of cores that it uses. */
interface Weighted {
  readonly weight: number;
}

/** Runs the items in order, as many at once as fit into `capacity` by weight. A heavier item runs alone. */
export async function runWeighted<T extends Weighted>(
  items: readonly T[],
  capacity: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let load = 0;
  const fits = (weight: number): boolean => load + weight <= capacity;
  for (const item of items) {
    const weight = Math.min(item.weight, capacity);
    while (!fits(weight)) await Promise.race(running);
    load += weight;
    const ended = run(item).finally(() => {
      running.delete(ended);
      load -= weight;
    });
    running.add(ended);
  }
  await Promise.all(running);
}
