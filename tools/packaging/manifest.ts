// node tools/packaging/manifest.ts: updates the parts of package.json that derive from the code.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formats } from '../../src/contract/formats/table.ts';
import { temporaryName } from '../../src/jobs/core/fileUri.ts';
import { contextKeys, submenus, viewContainers, views, webviews } from '../../src/manifest.ts';
import { languageModelTools } from './contributions/chatTools.ts';
import { contributedCommands, keybindings } from './contributions/commands.ts';
import { menus, previewSelector } from './contributions/menus.ts';
import { configuration, restrictedSettings } from './contributions/settings.ts';

/** Keywords in addition to the names of formats. */
const generalKeywords = [
  'convert',
  'compress',
  'image',
  'compress image',
  'image converter',
  'image optimizer',
  'file converter',
  'pdf converter',
  'markdown',
  'tinypng',
];

/** The steps of the walkthrough, and the context key that completes each. */
const steps = {
  convert: contextKeys.hasConverted,
  compress: contextKeys.hasCompressed,
  options: contextKeys.hasUsedOptions,
  network: contextKeys.hasKey,
};

const activityIcon = 'media/activity.svg';

/** Everything that the extension contributes. VS Code reads it before it runs the extension's code. */
const contributes = {
  commands: contributedCommands,
  submenus: [
    { id: submenus.files, label: '%submenu.files%', icon: '$(arrow-swap)' },
    { id: submenus.copyAs, label: '%submenu.copyAs%' },
  ],
  menus,
  keybindings,
  languageModelTools,
  viewsContainers: {
    activitybar: [{ id: viewContainers.main, title: '%viewContainer.title%', icon: activityIcon }],
  },
  views: {
    [viewContainers.main]: [
      { id: views.jobs, name: '%view.jobs%', icon: activityIcon, contextualTitle: '%viewContainer.title%' },
    ],
  },
  walkthroughs: [
    {
      id: 'start',
      title: '%walkthrough.title%',
      description: '%walkthrough.description%',
      icon: 'media/icon.png',
      steps: Object.entries(steps).map(([id, contextKey]) => ({
        id,
        title: `%walkthrough.${id}.title%`,
        description: `%walkthrough.${id}.description%`,
        media: { image: walkthroughPicture(id), altText: `%walkthrough.${id}.picture%` },
        completionEvents: [`onContext:${contextKey}`],
      })),
    },
  ],
  customEditors: [
    {
      viewType: webviews.preview,
      displayName: '%editor.preview%',
      selector: previewSelector,
      priority: 'option',
    },
  ],
  configurationDefaults: { 'files.exclude': { [`**/${temporaryName('*')}`]: true } },
  configuration,
};

/** The manifest with its derived parts, formatted. */
export function withContributions(manifest: string): string {
  const fields = JSON.parse(manifest);
  const sought = formats.filter(({ isKeyword }) => isKeyword).map(({ id }) => id);
  fields.keywords = [...generalKeywords, ...sought];
  fields.capabilities.untrustedWorkspaces.restrictedConfigurations = restrictedSettings;
  fields.contributes = contributes;
  return `${JSON.stringify(fields, null, 2)}\n`;
}

function walkthroughPicture(step: string): Record<'light' | 'dark' | 'hc' | 'hcLight', string> {
  const [light, dark] = [`media/walkthrough/${step}-light.png`, `media/walkthrough/${step}-dark.png`];
  return { light, dark, hc: dark, hcLight: light };
}

if (import.meta.main) {
  const file = path.join(import.meta.dirname, '../../package.json');
  writeFileSync(file, withContributions(readFileSync(file, 'utf8')));
}
