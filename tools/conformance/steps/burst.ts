/** Runs something `count` times, at most `width` in parallel, and collects the results. */
export async function burst<T>(
  count: number,
  width: number,
  run: (index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const runner = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      results.push(await run(next - 1));
    }
  };
  await Promise.all(Array.from({ length: width }, runner));
  return results;
}
