/** A font that the build puts beside the bundle; the import is its name there. */
declare module '*.ttf' {
  const fileName: string;
  export default fileName;
}
