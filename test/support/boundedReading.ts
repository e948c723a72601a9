/** Limits for a reader: the bytes that it may read and allocate. */
interface ReadingBounds {
  readonly maxLooks: number;
  readonly maxBytes: number;
}

class OutOfBounds extends Error {}

const looks = Object.getOwnPropertyNames(Buffer.prototype).filter((name) =>
  /^(?:read|subarray|toString|indexOf|lastIndexOf|includes|equals|copy|fill|write)/.test(name),
);
const typedArrays = ['Uint8Array', 'Uint16Array', 'Uint32Array'] as const;

/**
 * Runs a reader with limits that end an endless loop: once it exceeds them, every read fails. Nothing else may run
 * meanwhile.
 * @throws Error if a limit was exceeded, even if the reader caught the failure
 */
export async function readWithin({ maxLooks, maxBytes }: ReadingBounds, read: () => unknown): Promise<void> {
  let [looked, made] = [0, 0];
  let passed: OutOfBounds | undefined;
  const count = (moreLooks: number, moreBytes: number): void => {
    looked += moreLooks;
    made += moreBytes;
    if (looked <= maxLooks && made <= maxBytes) return;
    passed ??= new OutOfBounds(`It took ${looked} looks, and made room for ${made} bytes.`);
    throw passed;
  };
  const restore = [
    ...looks.map((name) => replaced(Buffer.prototype, name, () => count(1, 0))),
    ...['alloc', 'allocUnsafe'].map((name) => replaced(Buffer, name, ([bytes]) => count(0, Number(bytes)))),
    replaced(Buffer, 'concat', ([parts]) => count(0, bytesOf(parts))),
    replaced(Array, 'from', ([items]) => count(0, lengthOf(items))),
    ...typedArrays.map((name) => replacedArray(name, (bytes) => count(0, bytes))),
  ];
  try {
    await read();
  } catch (error) {
    if (error instanceof OutOfBounds) throw error;
  } finally {
    for (const each of restore) each();
  }
  if (passed !== undefined) throw passed;
}

function replaced(owner: object, name: string, before: (args: readonly unknown[]) => void): () => void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== 'function') throw new Error(`Not a function: ${name}`);
  Reflect.set(owner, name, function counted(this: unknown, ...args: readonly unknown[]): unknown {
    before(args);
    return Reflect.apply(original, this, args);
  });
  return () => void Reflect.set(owner, name, original);
}

function replacedArray(name: (typeof typedArrays)[number], made: (bytes: number) => void): () => void {
  const original = globalThis[name];
  const construct = (target: typeof original, args: unknown[], newTarget: typeof original): object => {
    if (typeof args[0] === 'number') made(args[0] * target.BYTES_PER_ELEMENT);
    return Reflect.construct(target, args, newTarget);
  };
  Object.assign(globalThis, { [name]: new Proxy(original, { construct }) });
  return () => void Object.assign(globalThis, { [name]: original });
}

function bytesOf(parts: unknown): number {
  return Array.isArray(parts) ? parts.reduce((sum: number, part: Uint8Array) => sum + part.length, 0) : 0;
}

function lengthOf(items: unknown): number {
  const isSized = typeof items === 'object' && items !== null && 'length' in items;
  return isSized && Object.getPrototypeOf(items) === Object.prototype ? Number(items.length) : 0;
}
