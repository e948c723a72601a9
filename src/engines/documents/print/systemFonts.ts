import path from 'node:path';
import { installedFonts } from '../../lib/installedFonts.ts';

/** File names of fonts with many characters, the best fonts first. */
const wanted: readonly RegExp[] = [
  /^(?:NotoSansCJK-Regular\.ttc|NotoSansCJK(?:sc|jp|tc|kr)-Regular\.otf|SourceHanSans(?:SC|CN)?-Regular\.(?:ttc|otf))$/,
  /^(?:Hiragino Sans GB|PingFang|AppleSDGothicNeo)\.ttc$/,
  /^(?:msyh|YuGothR|YuGothM|msjh|simsun|msgothic)\.ttc$|^malgun\.ttf$/,
  /^wqy-(?:microhei|zenhei)\.ttc$/,
  /^(?:ipag|ipagp|NanumGothic|unfonts-core|UnDotum)\.(?:ttf|otf)$/,
  /^DroidSansFallback(?:Full)?\.ttf$/,
  /^Noto(?:Sans|Serif)[A-Z]\w*-Regular\.(?:ttf|otf)$/,
  /^Lohit-\w+\.ttf$/,
  /^(?:Nirmala|LeelawUI|ebrima|gadugi|seguisym|seguihis|segoeui)\.tt[cf]$/,
  /^(?:Kohinoor\w*|DevanagariMT|Thonburi|Ayuthaya|Apple Symbols|Arial Unicode)\.tt[cf]$/,
  /^(?:Symbola|FreeSans|FreeSerif|DejaVuSans|unifont)\.(?:ttf|otf)$/,
];

/** Returns the paths of installed fonts that may have characters that the bundled fonts lack, in the order to try them. */
export function systemFontPaths(): string[] {
  const found = installedFonts();
  return wanted.flatMap((name) => found.filter((file) => name.test(path.basename(file))).toSorted());
}
