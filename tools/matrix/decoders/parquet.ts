import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm';

/** The rows of a Parquet file according to Rust's `parquet`, as values of JSON. */
export function decodeParquet(content: Buffer): unknown {
  const rows = tableFromIPC(readParquet(content).intoIPCStream()).toArray();
  const text = JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? (Number.isSafeInteger(Number(value)) ? Number(value) : String(value)) : value,
  );
  return JSON.parse(text);
}
