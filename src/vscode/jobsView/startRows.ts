import { commands, settings, settingsSection } from '../../manifest.ts';
import { untrusted, joined, say, type SafeText } from '../text/safeText.ts';
import type { Row } from '../ui/treeView.ts';

/** The reason why the network isn't used, shown while the list is empty. */
export type StartState =
  | { readonly kind: 'free' }
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'noKey' | 'away'; readonly host: string; readonly isOnlyPlace: boolean };

interface StartRow {
  /** The command that a click on the row runs. It is also the row's id. */
  readonly command: string;
  readonly given?: readonly unknown[];
  readonly icon: string;
  readonly label: () => SafeText;
  readonly description?: () => SafeText;
}

const dropHint = (): SafeText => say('or drop them here');

const fileRows: readonly StartRow[] = [
  {
    command: commands.convert,
    icon: 'arrow-swap',
    label: () => say('Convert Files…'),
    description: dropHint,
  },
  {
    command: commands.compressSelected,
    icon: 'fold',
    label: () => say('Compress Files…'),
    description: dropHint,
  },
];

const stateRows: Readonly<Record<StartState['kind'], readonly StartRow[]>> = {
  free: [
    {
      command: commands.setUpNetwork,
      icon: 'cloud',
      label: () => say('Set Up Network…'),
      description: () => say('with an API key'),
    },
  ],
  untrusted: [
    { command: 'workbench.trust.manage', icon: 'shield', label: () => say('Manage Workspace Trust…') },
  ],
  noKey: [{ command: commands.setApiKey, icon: 'key', label: () => say('Set API Key…') }],
  away: [
    { command: commands.checkConnection, icon: 'pulse', label: () => say('Check Connection') },
    {
      command: 'workbench.action.openSettings',
      given: [`${settingsSection}.${settings.runOn}`],
      icon: 'device-desktop',
      label: () => say('Choose Where to Convert…'),
    },
  ],
};

/** The rows of an empty list, by id. Each is a way to start. Files can be dropped on them. */
export function startRows({ kind }: StartState): ReadonlyMap<string, Row> {
  return new Map([...fileRows, ...stateRows[kind]].map((row) => [row.command, rowOf(row)]));
}

/** The message above the rows of an empty list. */
export function startMessage(state: StartState): SafeText {
  switch (state.kind) {
    case 'free':
      return say(
        'Nothing has been converted yet. Right-click files in the Explorer and select Convert & Compress, or start here. Without an account, files are converted on this computer and never uploaded.',
      );
    case 'untrusted':
      return say(
        'This workspace isn’t trusted, so its files are only converted on this computer and never uploaded. Trust the workspace to use the network.',
      );
    case 'noKey':
      return state.isOnlyPlace
        ? say('Your settings send all files to {0}, which requires an API key.', untrusted(state.host))
        : say(
            'There is no API key for {0} yet. Without one, files are converted on this computer and never uploaded.',
            untrusted(state.host),
          );
    case 'away':
      return state.isOnlyPlace
        ? say('Your settings send all files to {0}, which isn’t responding.', untrusted(state.host))
        : say(
            '{0} isn’t responding. In the meantime, files can be converted on this computer.',
            untrusted(state.host),
          );
  }
}

function rowOf({ command, given = [], icon, label, description }: StartRow): Row {
  const [title, hint] = [label(), description?.()];
  return {
    label: title,
    description: joined([hint], ', '),
    tooltip: title,
    spoken: joined([title, hint], ', '),
    icon: { id: icon },
    contextValue: '',
    onClick: { title, command, arguments: [...given] },
  };
}
