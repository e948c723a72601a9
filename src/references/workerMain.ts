// The process that parses a project's texts. Parsers run in its thread, so that it ends with its parent process even
// while a parser runs for hours.
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { formatFactsOfFileName } from '../contract/formats/naming.ts';
import { IgnoreFiles } from './ignoreFiles.ts';
import { systemCode } from '../util/files.ts';
import { mayRefer, picturesIn, referencesIn } from './references.ts';
import type { FromWorker, Question, ToWorker } from './referenceReader.ts';

const outOfMemoryCode = 134;

let resolveIsFile: ((isFile: boolean) => void) | undefined;

if (isMainThread) startThread(process.argv[1] ?? '', Number(process.argv[2]));
else
  parentPort?.on('message', (message: ToWorker) => {
    if ('isFile' in message) resolveIsFile?.(message.isFile);
    else void answerTo(message).then((answer) => send({ answer }));
  });

/** Forwards messages between the parent process and a new thread with a memory limit. */
function startThread(scriptPath: string, budgetMb: number): void {
  const thread = new Worker(scriptPath, {
    resourceLimits: { maxOldGenerationSizeMb: budgetMb, stackSizeMb: 4 },
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  process.on('message', (message: ToWorker) => thread.postMessage(message));
  process.on('disconnect', () => process.exit());
  thread.on('message', (message: FromWorker) => process.send?.(message));
  thread.on('error', (error: unknown) => {
    process.exit(systemCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemoryCode : 1);
  });
}

async function answerTo(question: Question): Promise<unknown> {
  switch (question.ask) {
    case 'ignored': {
      const ignored = new IgnoreFiles();
      for (const { folder, text } of question.files) ignored.add(folder, text);
      return question.paths.map(({ path, isFolder }) => ignored.has(path, isFolder));
    }
    case 'mayRefer':
      return mayRefer(question.text, question.replacements);
    case 'pictures':
      return picturesIn(question.file, question.format, question.top, isFile);
    case 'references': {
      const { file, top, replacements } = question;
      return referencesIn(file, { top, replacements, isFile, mediaTypeOf });
    }
  }
}

function mediaTypeOf(name: string): string | undefined {
  return formatFactsOfFileName(name)?.mediaType;
}

async function isFile(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    resolveIsFile = resolve;
    send({ isFile: path });
  });
}

function send(message: FromWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}
