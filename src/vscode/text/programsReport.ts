import * as vscode from 'vscode';
import type { ProgramFacts } from '../../localService/programs/programFacts.ts';
import { programIds, programs } from '../../localService/programs/programs.ts';

/** What is known of the programs that convert for the person, in Markdown. */
export function programsReport(found: readonly ProgramFacts[]): string {
  const missing = programIds.filter((id) => !found.some((facts) => facts.id === id));
  return [
    `# ${vscode.l10n.t('Programs on this computer')}`,
    ...found.flatMap(chapter),
    ...(missing.length === 0
      ? []
      : [`## ${vscode.l10n.t('Not found')}`, missing.map(missingEntry).join('\n')]),
    '',
  ].join('\n\n');
}

function chapter(facts: ProgramFacts): string[] {
  const version = facts.version ?? vscode.l10n.t('of an unknown version');
  const found = vscode.l10n.t('Found at {0}', code(facts.path));
  const lines = [found, confinementText(facts), ...holesText(facts)];
  return [`## ${programs[facts.id].name} ${version}`, lines.map((line) => `- ${line}`).join('\n')];
}

function confinementText({ confiner, couldBeConfined }: ProgramFacts): string {
  switch (confiner) {
    case 'bubblewrap':
    case 'unshare':
    case 'sandbox-exec':
      return vscode.l10n.t(
        'Confined by {0}: it reaches no network, and no files but the system’s, its own and those of its job.',
        confiner,
      );
    case 'snap':
    case 'flatpak':
      return vscode.l10n.t(
        'Confined by {0}, as far as the permissions of its package go: check those.',
        confiner,
      );
    case undefined:
      return unconfinedText(couldBeConfined);
  }
}

function unconfinedText(couldBeConfined: boolean): string {
  if (couldBeConfined) {
    return vscode.l10n.t(
      'Not confined: it only starts where it reaches all files. Check whether another package of it can be confined.',
    );
  }
  return process.platform === 'linux'
    ? vscode.l10n.t(
        'Not confined: nothing on this computer does that, or may do it. Install bubblewrap, and check that it is allowed.',
      )
    : vscode.l10n.t(
        'Not confined: on this system, only what it is told keeps it from other files. Keep it up to date.',
      );
}

function holesText({ holes }: ProgramFacts): string[] {
  if (holes === undefined) return [];
  const formats = holes.formats.map((format) => format.toUpperCase()).join(', ');
  const known = vscode.l10n.t(
    'Its version is known for security holes that {0} files could use ({1}).',
    formats,
    holes.advisories.join(', '),
  );
  const advice = holes.areRefused
    ? vscode.l10n.t('They are refused until it is updated to {0} or later.', holes.fixedIn)
    : vscode.l10n.t(
        'Distributions mend holes without a new version: check that its updates are installed, or update it to {0}.',
        holes.fixedIn,
      );
  return [`${known} ${advice}`];
}

function missingEntry(id: ProgramFacts['id']): string {
  const { name, address } = programs[id];
  return `- [${name}](${address})`;
}

/** A path may hold anything, so it stands where Markdown has no meaning. */
function code(path: string): string {
  return `\`${path.replaceAll('`', '’')}\``;
}
