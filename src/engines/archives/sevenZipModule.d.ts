import '7z-wasm';

// Parts of Emscripten's file system that the package doesn't declare.
declare module '7z-wasm' {
  interface FileSystem {
    mknod(path: string, mode: number, dev: number): unknown;
    ignorePermissions: boolean;
    getStream(fd: number): { stream_ops: object };
    /** With `canOwn`, the file system uses the data without copying it. */
    writeFile(path: string, data: Uint8Array, options: { readonly canOwn: true }): void;
  }
}
