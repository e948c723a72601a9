import * as vscode from 'vscode';
import { type ProgramId, programs } from '../../engines/programs/programs.ts';
import { settingsSection } from '../../manifest.ts';
import { type SafeText, say, untrusted } from '../text/safeText.ts';
import { delay } from '../../util/abort.ts';
import { systemClock } from '../../util/clock.ts';
import { withSignal } from './providers.ts';

export interface Action {
  readonly title: SafeText;
  readonly run: () => PromiseLike<unknown>;
}

type Show = (message: string, ...titles: string[]) => Thenable<string | undefined>;

/** Shows a message about a success. Resolves once the message is closed and the chosen action has finished. */
export async function showInformation(message: SafeText, ...actions: readonly Action[]): Promise<void> {
  await show(vscode.window.showInformationMessage, message, actions);
}

/** Shows a warning. Resolves once the message is closed and the chosen action has finished. */
export async function showWarning(message: SafeText, ...actions: readonly Action[]): Promise<void> {
  await show(vscode.window.showWarningMessage, message, actions);
}

export async function showError(message: SafeText): Promise<void> {
  await show(vscode.window.showErrorMessage, message, []);
}

/** An answer to a question, as a button with a value. */
interface MessageAnswer<T> {
  readonly title: SafeText;
  readonly value: T;
}

/**
 * Asks a question in a modal dialog, with a warning sign unless every answer is harmless. Resolves to `undefined` if the
 * dialog is closed without an answer.
 */
export async function ask<T>(
  question: SafeText,
  detail: SafeText,
  answers: readonly MessageAnswer<T>[],
  { isHarmless = false } = {},
): Promise<T | undefined> {
  const titles = answers.map(({ title }) => title);
  const show = isHarmless ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const chosen = await show(question, { modal: true, detail }, ...titles);
  return answers.find(({ title }) => title === chosen)?.value;
}

/** Asks for confirmation in a modal dialog. Resolves to true only if the user clicks `yes`. */
export async function confirm(question: SafeText, detail: SafeText, yes: SafeText): Promise<boolean> {
  return (await ask(question, detail, [{ title: yes, value: true }])) ?? false;
}

/** A button that runs a command. */
export function commandAction(title: SafeText, command: string, ...given: readonly unknown[]): Action {
  return { title, run: () => vscode.commands.executeCommand(command, ...given) };
}

/** A button that opens a page in the browser. */
function openPageAction(title: SafeText, address: string): Action {
  return { title, run: () => vscode.env.openExternal(vscode.Uri.parse(address)) };
}

/** A button that copies the command with which this system installs a program, or opens the program's page. */
export function getProgramAction(program: ProgramId): Action {
  return { title: say('Get {0}', untrusted(programs[program].name)), run: () => getProgram(program) };
}

/** Copies the command with which this system installs a program, or opens the program's page. */
export async function getProgram(program: ProgramId): Promise<void> {
  const { installCommand } = await import('../../planning/installCommand.ts');
  const command = await installCommand(program);
  const page = openPageAction(say('Open Page'), programs[program].address);
  if (command === undefined) return void (await page.run());
  await vscode.env.clipboard.writeText(command);
  const hint = say('Copied “{0}”. Run it in a terminal, and then convert the file.', untrusted(command));
  return showInformation(hint, page);
}

/** A button that opens one of the extension's settings. `setting` is its name without the section. */
export function openSettingAction(title: SafeText, setting: string): Action {
  return commandAction(title, 'workbench.action.openSettings', `${settingsSection}.${setting}`);
}

/**
 * A button that opens a setting with the scope `machine`. In a remote window, such settings are on the remote's page,
 * not on the user's.
 */
export function openMachineSettingAction(title: SafeText, setting: string): Action {
  if (vscode.env.remoteName === undefined) return openSettingAction(title, setting);
  const query = `${settingsSection}.${setting}`;
  return commandAction(title, 'workbench.action.openRemoteSettings', { query });
}

async function show(how: Show, message: SafeText, actions: readonly Action[]): Promise<void> {
  const chosen = await how(message, ...actions.map(({ title }) => title));
  await actions.find(({ title }) => title === chosen)?.run();
}

interface ProgressOptions {
  readonly title: SafeText;
  readonly place: 'statusBar' | 'notification';
  readonly cancellable?: boolean;
  /** A link after the title to a command that shows more. */
  readonly details?: { readonly title: SafeText; readonly command: string };
}

/** Reports progress. `increment` is a fraction of 1. */
type Report = (message: SafeText, increment?: number) => void;

const locations = {
  statusBar: vscode.ProgressLocation.Window,
  notification: vscode.ProgressLocation.Notification,
} as const;

type Run<T> = (signal: AbortSignal, report: Report) => Promise<T>;

/** Shorter work needs no notification, because its result is shown immediately. */
const briefMs = 1000;
/** VS Code shows a progress notification for at least this long, even if the work has ended. */
const shortestMs = 800;

/**
 * Shows progress until `run` has settled. A notification only appears if that takes longer than a moment, and has
 * disappeared when this resolves. The signal aborts if the user cancels.
 */
export async function withProgress<T>(options: ProgressOptions, run: Run<T>): Promise<T> {
  return options.place === 'notification' ? withNotification(options, run) : showProgress(options, run);
}

async function withNotification<T>(options: ProgressOptions, run: Run<T>): Promise<T> {
  const controller = new AbortController();
  let report: Report | undefined;
  let [message, increment]: Parameters<Report> = [options.title];
  const work = run(controller.signal, (next, more) => {
    if (report === undefined) [message, increment] = [next, (increment ?? 0) + (more ?? 0)];
    else report(next, more);
  });
  const over = work.then(
    () => true,
    () => true,
  );
  if (!(await Promise.race([over, delay(briefMs, systemClock).then(() => false)]))) {
    await showProgress(options, async (signal, reportProgress) => {
      signal.addEventListener('abort', () => controller.abort());
      report = reportProgress;
      if (increment !== undefined) reportProgress(message, increment);
      await Promise.all([over, delay(shortestMs, systemClock)]);
    });
  }
  return work;
}

async function showProgress<T>(
  { title, place, cancellable = false, details }: ProgressOptions,
  run: Run<T>,
): Promise<T> {
  const link = details === undefined ? '' : ` ([${details.title}](command:${details.command}))`;
  const options = { title: `${title}${link}`, cancellable, location: locations[place] };
  return vscode.window.withProgress(options, async (progress, cancellation) =>
    withSignal(cancellation, async (signal) =>
      run(signal, (message, increment) =>
        // Without an increment, VS Code shows indeterminate progress.
        progress.report({ message, ...(increment === undefined ? {} : { increment: increment * 100 }) }),
      ),
    ),
  );
}
