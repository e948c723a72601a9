/** A WebAssembly file that the build puts beside the bundle; the import is its name there. */
declare module '*.wasm' {
  const fileName: string;
  export default fileName;
}
