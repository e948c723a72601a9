/** Families that stand for a kind of font, the best first, as systems have them. */
const serif = ['Times New Roman', 'Liberation Serif', 'Tinos', 'Nimbus Roman', 'Noto Serif', 'DejaVu Serif'];
const sansSerif = [
  'Arial',
  'Helvetica',
  'Liberation Sans',
  'Arimo',
  'Nimbus Sans',
  'Noto Sans',
  'DejaVu Sans',
];
const monospace = [
  'Courier New',
  'Liberation Mono',
  'Cousine',
  'Nimbus Mono PS',
  'Noto Sans Mono',
  'DejaVu Sans Mono',
];

/** What drawings name although few systems have it, and the generic names. Anything else becomes a font with serifs. */
const meansSansSerif =
  /^(?:sans-serif|sans|system-ui|ui-sans-serif|arial|helvetica|helvetica neue|verdana|tahoma|trebuchet ms|segoe ui|roboto|open sans|lato|inter|ubuntu|calibri|bitstream vera sans|dejavu sans|liberation sans|noto sans)$/i;
const meansMonospace =
  /^(?:monospace|mono|ui-monospace|courier|courier new|consolas|menlo|monaco|lucida console|dejavu sans mono|liberation mono|fira code|source code pro)$/i;

/** `font-family="…"`, `font-family: …` and `font: …`, with the lists of families behind them. */
const declaration = /\bfont(?:-family)?\s*(?:=\s*(?:"[^"]*"|'[^']*')|:[^;}<>]*)/gi;

/** The families that stand for the generic ones here. One is missing where no font of a kind is installed. */
export interface GenericFamilies {
  readonly serif: string | undefined;
  readonly sansSerif: string | undefined;
  readonly monospace: string | undefined;
}

export function genericFamilies(installed: ReadonlySet<string>): GenericFamilies {
  const first = (...families: readonly string[]) => families.find((family) => installed.has(family));
  return {
    serif: first(...serif, ...sansSerif),
    sansSerif: first(...sansSerif, ...serif),
    monospace: first(...monospace, ...sansSerif),
  };
}

/** The drawing with a family that is installed in the place of each that is generic or missing. */
export function withInstalledFamilies(
  svg: string,
  installed: ReadonlySet<string>,
  generic: GenericFamilies,
): string {
  const replacement = (family: string): string | undefined => {
    if (installed.has(family)) return family;
    if (meansSansSerif.test(family)) return generic.sansSerif;
    return meansMonospace.test(family) ? generic.monospace : undefined;
  };
  return svg.replaceAll(declaration, (list) =>
    list.replaceAll(/[^\s,:="'][^,:="']*/g, (family) => replacement(family.trim()) ?? family),
  );
}
