declare module 'commonmark-spec' {
  const specification: {
    readonly tests: readonly { readonly number: number; readonly markdown: string; readonly html: string }[];
  };
  export default specification;
}
