import type { ProgramFacts } from '../../engines/programs/programFacts.ts';
import { programIds, programs } from '../../engines/programs/programs.ts';
import { code, heading, line, link, list, type Markdown, page, paragraph, strong } from '../text/markdown.ts';
import { untrusted, joined, listed, say, sentences, type SafeText, wholePath } from '../text/safeText.ts';

/** A report about the user's programs that can convert files. */
export function programsReport(found: readonly ProgramFacts[]): Markdown {
  const missing = programIds.filter((id) => !found.some((facts) => facts.id === id));
  return page([
    heading(1, say('Programs on this computer')),
    ...found.flatMap(chapter),
    ...(missing.length === 0 ? [] : [heading(2, say('Not found')), list(missing.map(missingEntry))]),
  ]);
}

function chapter(facts: ProgramFacts): Markdown[] {
  const version = facts.version === undefined ? say('unknown version') : untrusted(facts.version);
  const lines = [
    line(paragraph(say('Location:')), code(wholePath(facts.path))),
    paragraph(confinementText(facts)),
    ...holesText(facts).map(paragraph),
  ];
  return [
    heading(2, joined([untrusted(programs[facts.id].name), version], ' ')),
    list(lines.map((each) => [each])),
  ];
}

function confinementText({ confiner, refusal, couldBeConfined }: ProgramFacts): SafeText {
  switch (refusal) {
    case 'root':
      return say(
        'Not run: VS Code runs as root, and no sandbox for the program works here. Install bubblewrap, or run VS Code as another user.',
      );
    case 'unstarted':
      return say('Not run for now: its sandbox couldn’t be started. Each conversion tries again.');
    case undefined:
      return confinerText(confiner, couldBeConfined);
  }
}

function confinerText(confiner: ProgramFacts['confiner'], couldBeConfined: boolean): SafeText {
  switch (confiner) {
    case 'bubblewrap':
    case 'unshare':
    case 'sandbox-exec':
      return say(
        'Sandboxed by {0}: no network access, and access only to system files, its own files, and those of the job.',
        untrusted(confiner),
      );
    case 'snap':
    case 'flatpak':
      return say(
        'Sandboxed by {0}, within the permissions of its package. Check those permissions.',
        untrusted(confiner),
      );
    case undefined:
      return unconfinedText(couldBeConfined);
  }
}

function unconfinedText(couldBeConfined: boolean): SafeText {
  if (couldBeConfined) {
    return say(
      'Not sandboxed: it only starts with access to all files. Check whether another package of this program supports a sandbox.',
    );
  }
  return process.platform === 'linux'
    ? say(
        'Not sandboxed: no sandbox is available or allowed on this computer. Install bubblewrap, and check that it’s allowed to run.',
      )
    : say(
        'Not sandboxed: on this system, only its arguments keep it from accessing other files. Keep it up to date.',
      );
}

function holesText({ vulnerabilities }: ProgramFacts): SafeText[] {
  if (vulnerabilities === undefined) return [];
  const formats = vulnerabilities.formats.map((format) => untrusted(format.toUpperCase()));
  const fixedIn = untrusted(vulnerabilities.fixedIn);
  const known = say(
    'This version has known security vulnerabilities that {0} files could exploit ({1}).',
    listed(formats),
    joined(vulnerabilities.advisories.map(untrusted), ', '),
  );
  const advice = vulnerabilities.areRefused
    ? say('Such files are refused until the program is updated to {0} or later.', fixedIn)
    : say(
        'Linux distributions fix vulnerabilities without changing the version. Make sure that the program’s updates are installed, or update it to {0}.',
        fixedIn,
      );
  return [sentences([known, advice])];
}

function missingEntry(id: ProgramFacts['id']): Markdown[] {
  const { name, address } = programs[id];
  return [line(strong(untrusted(name)), link(untrusted(address)))];
}
