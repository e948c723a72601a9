import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const maxFiles = 5000;

/** Returns the paths of installed font files, including those of the current user. */
export function installedFonts(): string[] {
  return fontFolders().flatMap(filesIn).slice(0, maxFiles);
}

function fontFolders(): readonly string[] {
  const home = os.homedir();
  switch (process.platform) {
    case 'darwin':
      return ['/System/Library/Fonts', '/Library/Fonts', path.join(home, 'Library/Fonts')];
    case 'win32':
      return [
        path.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'Fonts'),
        path.join(home, 'AppData\\Local\\Microsoft\\Windows\\Fonts'),
      ];
    default:
      return ['/usr/share/fonts', '/usr/local/share/fonts', `${home}/.local/share/fonts`, `${home}/.fonts`];
  }
}

function filesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names
      .filter((name) => /\.(?:ttf|otf|ttc|otc)$/i.test(name))
      .toSorted()
      .map((name) => path.join(folder, name));
  } catch {
    // Treat a folder that is missing or can't be read as empty.
    return [];
  }
}
