import { html } from 'hono/html'
import { stylesheetName } from './style.ts'

export type Html = ReturnType<typeof html>

const shapes = {
  lock: html`<rect x="4" y="9" width="12" height="8" rx="1.5"/><path d="M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9"/>`,
  shield: html`<path d="M10 2l6.5 2.4v4.7c0 4-2.7 7.2-6.5 8.9-3.8-1.7-6.5-4.9-6.5-8.9V4.4z"/><path d="M7 9.8l2.2 2.2L13.2 8"/>`,
  warning: html`<path d="M10 3l7.5 13.5h-15z"/><path d="M10 8.2v3.8M10 14.2v.1"/>`,
  tick: html`<circle cx="10" cy="10" r="8"/><path d="M6.3 10.3l2.6 2.6 4.9-5.3"/>`,
}

export function icon(name: keyof typeof shapes): Html {
  return html`<svg class="icon icon-${name}" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${shapes[name]}</svg>`
}

/** The frame of every page of the sandbox, with the notice that no money moves. */
export function frame(basePath: string, title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light">
<title>${title} – Sandbox Pay</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${basePath}/assets/${stylesheetName}">
</head>
<body>
<header class="strip"><p><strong>Sandbox – no real money.</strong> Never type a real card here.</p></header>
<main>${content}</main>
<footer><p>${icon('lock')} Card details are checked on this page and kept nowhere. The merchant never sees them.</p></footer>
</body>
</html>`
}
