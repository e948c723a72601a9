import { restored } from './choices.ts';
import { tabContent, type TabRequest } from './messages.ts';
import { PicturePage } from './page.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: TabRequest): void;
  getState(): unknown;
  setState(state: unknown): void;
};

const host = acquireVsCodeApi();
const page = new PicturePage({
  choices: restored(host.getState()),
  onChoose: (choices) => host.setState(choices),
  send: (request) => host.postMessage(request),
});
window.addEventListener('message', ({ data }) => {
  const content = tabContent.safeParse(data);
  if (content.success) page.show(content.data);
});
host.postMessage({ type: 'ready' });
