import type { ProgramFacts } from '../../engines/programs/programFacts.ts';
import { programIds, programs } from '../../engines/programs/programs.ts';
import { code, heading, line, link, list, type Markdown, page, paragraph, strong } from '../text/markdown.ts';
import { foreign, joined, listed, say, sentences, type Words, wholePath } from '../text/words.ts';

/** A report about the programs that convert files for the user. */
export function programsReport(found: readonly ProgramFacts[]): Markdown {
  const missing = programIds.filter((id) => !found.some((facts) => facts.id === id));
  return page([
    heading(1, say('Programs on this computer')),
    ...found.flatMap(chapter),
    ...(missing.length === 0 ? [] : [heading(2, say('Not found')), list(missing.map(missingEntry))]),
  ]);
}

function chapter(facts: ProgramFacts): Markdown[] {
  const version = facts.version === undefined ? say('of an unknown version') : foreign(facts.version);
  const lines = [
    line(paragraph(say('Found at')), code(wholePath(facts.path))),
    paragraph(confinementText(facts)),
    ...holesText(facts).map(paragraph),
  ];
  return [
    heading(2, joined([foreign(programs[facts.id].name), version], ' ')),
    list(lines.map((each) => [each])),
  ];
}

function confinementText({ confiner, refusal, couldBeConfined }: ProgramFacts): Words {
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

function confinerText(confiner: ProgramFacts['confiner'], couldBeConfined: boolean): Words {
  switch (confiner) {
    case 'bubblewrap':
    case 'unshare':
    case 'sandbox-exec':
      return say(
        'Confined by {0}: it reaches no network, and no files but the system’s, its own and those of its job.',
        foreign(confiner),
      );
    case 'snap':
    case 'flatpak':
      return say(
        'Confined by {0}, as far as the permissions of its package go: check those.',
        foreign(confiner),
      );
    case undefined:
      return unconfinedText(couldBeConfined);
  }
}

function unconfinedText(couldBeConfined: boolean): Words {
  if (couldBeConfined) {
    return say(
      'Not confined: it only starts where it reaches all files. Check whether another package of it can be confined.',
    );
  }
  return process.platform === 'linux'
    ? say(
        'Not confined: nothing on this computer does that, or may do it. Install bubblewrap, and check that it is allowed.',
      )
    : say(
        'Not confined: on this system, only what it is told keeps it from other files. Keep it up to date.',
      );
}

function holesText({ holes }: ProgramFacts): Words[] {
  if (holes === undefined) return [];
  const formats = holes.formats.map((format) => foreign(format.toUpperCase()));
  const fixedIn = foreign(holes.fixedIn);
  const known = say(
    'Its version is known for security holes that {0} files could use ({1}).',
    listed(formats),
    joined(holes.advisories.map(foreign), ', '),
  );
  const advice = holes.areRefused
    ? say('They are refused until it is updated to {0} or later.', fixedIn)
    : say(
        'Distributions mend holes without a new version: check that its updates are installed, or update it to {0}.',
        fixedIn,
      );
  return [sentences([known, advice])];
}

function missingEntry(id: ProgramFacts['id']): Markdown[] {
  const { name, address } = programs[id];
  return [line(strong(foreign(name)), link(foreign(address)))];
}
