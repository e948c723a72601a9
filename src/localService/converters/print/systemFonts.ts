import { type Dirent, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const maxFiles = 5000;

/** Where each system keeps its fonts, and a user those of their own. */
function folders(): readonly string[] {
  const home = os.homedir();
  switch (process.platform) {
    case 'win32':
      return [
        path.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'Fonts'),
        path.join(home, 'AppData\\Local\\Microsoft\\Windows\\Fonts'),
      ];
    case 'darwin':
      return ['/System/Library/Fonts', '/Library/Fonts', path.join(home, 'Library/Fonts')];
    default:
      return [
        '/usr/share/fonts',
        '/usr/local/share/fonts',
        path.join(home, '.local/share/fonts'),
        path.join(home, '.fonts'),
      ];
  }
}

/** Fonts of many characters, the better ones first: each stands for what those before it lack. */
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

/** The paths of fonts of this computer that may have what the bundled ones lack, in the order to try them. */
export function systemFontPaths(): string[] {
  const found = folders().flatMap((folder) => [...filesIn(folder)]);
  return wanted.flatMap((name) => found.filter((file) => name.test(path.basename(file))).toSorted());
}

function* filesIn(root: string): Generator<string> {
  const pending = [root];
  let count = 0;
  for (let folder = pending.pop(); folder !== undefined && count < maxFiles; folder = pending.pop()) {
    for (const entry of entriesOf(folder)) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) pending.push(file);
      else yield file;
      count += 1;
    }
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A folder that is not there, or not for us, has no fonts for us.
    return [];
  }
}
