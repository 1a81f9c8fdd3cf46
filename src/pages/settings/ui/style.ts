/** The stylesheet of all pages: light and dark, from 320 pixels wide, left-to-right and right-to-left. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #f6f6f3; --card: #fff; --sunk: #f1f2ee; --ink: #191c1a; --soft: #585e59; --line: #dcdfd8; --edge: #848b85;
  --accent: #0d6650; --accent-strong: #084a3a; --accent-wash: #e5f2ec; --on-accent: #fff;
  --danger: #a8231b; --danger-wash: #fdeeec; --danger-line: #efc4bf; --on-danger: #fff;
  --warn-wash: #fff5dc; --warn-line: #e6cf8f; --warn-ink: #5f4300;
  --shadow: 0 1px 2px #191c1a0d, 0 4px 16px #191c1a0a;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", "Geeza Pro", Tahoma, sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #111412; --card: #1a1e1b; --sunk: #141815; --ink: #e9ede9; --soft: #a4ada6; --line: #2e3530; --edge: #7b857d;
    --accent: #62cfa8; --accent-strong: #8be0c1; --accent-wash: #16302a; --on-accent: #04231a;
    --danger: #ff9d92; --danger-wash: #361a17; --danger-line: #6b322c; --on-danger: #3b0904;
    --warn-wash: #2f2610; --warn-line: #5f4d1e; --warn-ink: #f3d88f;
    --shadow: none;
  }
}
*, ::before, ::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); overflow-wrap: anywhere }
h1, h2, h3 { line-height: 1.25; margin: 0; text-wrap: balance; letter-spacing: -.01em }
h1 { font-size: 1.625rem; font-weight: 650 }
h2 { font-size: 1.1875rem; font-weight: 650 }
h2.label { font-size: 1rem; font-weight: 600; letter-spacing: 0 }
h3 { font-size: 1rem; font-weight: 600 }
:lang(ar) { letter-spacing: 0 }
p, ul, ol, dl, pre { margin: 0 }
a { color: var(--accent); text-underline-offset: .18em }
a:hover { color: var(--accent-strong) }
code, pre { font-family: var(--mono); font-size: .875em }
bdi { unicode-bidi: isolate }
.visually-hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.skip { position: absolute; inset-block-start: -4rem; inset-inline-start: 1rem; background: var(--card); padding: .7rem 1rem; border-radius: 8px; z-index: 1 }
.skip:focus { inset-block-start: .5rem }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px }
main:focus, #scopes:focus, #roles:focus { outline: none }

.top { background: var(--card); border-block-end: 1px solid var(--line) }
.bar { max-inline-size: 50rem; margin-inline: auto; padding: .5rem 1.25rem; min-block-size: 3.75rem; display: flex; align-items: center; justify-content: space-between; gap: .25rem 1rem; flex-wrap: wrap }
.brand { margin-inline-end: auto; display: inline-flex; align-items: center; gap: .6rem; min-block-size: 44px; color: inherit; font-weight: 650; text-decoration: none; letter-spacing: -.01em }
.brand:hover { color: inherit }
.language { display: inline-block; min-block-size: 44px; line-height: 44px; color: var(--soft); font-size: .9375rem }
.account { display: flex; align-items: center; gap: .75rem; min-inline-size: 0 }
.who { min-block-size: 44px; line-height: 44px; color: var(--soft); font-size: .9375rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.tabs ul { list-style: none; display: flex; gap: .25rem 1.5rem; flex-wrap: wrap; max-inline-size: 50rem; margin-inline: auto; padding: 0 1.25rem }
.tabs a { display: inline-flex; align-items: center; min-block-size: 44px; color: var(--soft); font-weight: 500; text-decoration: none; border-block-end: 2px solid transparent }
.tabs a:hover { color: var(--ink) }
.tabs [aria-current] { color: var(--ink); font-weight: 600; border-color: var(--accent) }
main { display: grid; gap: 1.5rem; max-inline-size: 50rem; margin-inline: auto; padding: 2rem 1.25rem 4rem }
main > *, .card > *, .stack > * { min-inline-size: 0 }
.narrow main { max-inline-size: 37.5rem }

.lead { color: var(--soft); font-size: 1.0625rem; max-inline-size: 40rem; text-wrap: pretty }
.fine { color: var(--soft); font-size: .875rem; line-height: 1.5 }
.head { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; align-items: end; justify-content: space-between }
.head > header { flex: 1 1 18rem }
.stack { display: grid; gap: .5rem }
.card { display: grid; gap: 1rem; align-content: start; background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.5rem; box-shadow: var(--shadow) }
.card > header { display: grid; gap: .25rem }
.rule { border-block-start: 1px solid var(--line); padding-block-start: 1rem }
.note, .wrong, .good { border-radius: 10px; padding: .75rem 1rem; border: 1px solid var(--warn-line); background: var(--warn-wash); color: var(--warn-ink) }
.note { display: grid; gap: .6rem }
.wrong { border-color: var(--danger-line); background: var(--danger-wash); color: var(--danger) }
.wrong a { color: inherit }
.good { border-color: var(--accent); background: var(--accent-wash); color: var(--accent-strong) }
.invited { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between }
.empty { background: var(--sunk); border-radius: 10px; padding: 1.25rem; display: grid; gap: .25rem; color: var(--soft) }
.empty strong { color: var(--ink); font-weight: 600 }

button, .button { font: inherit; font-weight: 600; display: inline-flex; align-items: center; justify-content: center; min-block-size: 44px; padding: .5rem 1.1rem; border: 1px solid var(--edge); border-radius: 10px; background: var(--card); color: var(--ink); text-decoration: none; cursor: pointer }
:is(button, .button):hover { background: var(--sunk); color: var(--ink) }
button[hidden] { display: none }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
.primary:hover { background: var(--accent-strong); border-color: var(--accent-strong); color: var(--on-accent) }
.danger { background: var(--danger); border-color: var(--danger); color: var(--on-danger) }
.danger:hover { background: var(--danger); color: var(--on-danger); filter: brightness(1.08) }
.quiet { border-color: var(--line); font-weight: 500; padding-inline: .9rem }
.done { border-color: var(--accent); color: var(--accent) }
.actions { display: flex; flex-wrap: wrap; gap: .75rem }
.actions.main > * { flex: 1 1 10rem }
.linkish { display: inline-flex; align-items: center; min-block-size: 44px }

label, legend, .label { font-weight: 600 }
input:not([type=checkbox], [type=radio]), select, textarea { font: inherit; inline-size: 100%; min-block-size: 44px; padding: .5rem .75rem; border: 1px solid var(--edge); border-radius: 10px; background: var(--card); color: var(--ink) }
input[readonly] { background: var(--sunk); font-family: var(--mono); font-size: .9375rem; text-overflow: ellipsis }
:is(input, textarea)[aria-invalid=true] { border-color: var(--danger); box-shadow: 0 0 0 1px var(--danger) }
[dir=rtl] :is(input:not([readonly]), textarea, .own-line) { text-align: right }
.field { display: grid; gap: .35rem; align-content: start }
.pair { display: grid; gap: 1rem; align-items: start; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)) }
.copyable { display: flex; gap: .5rem }
.copyable > input { flex: 1; min-inline-size: 0 }
.copyable > button { flex: none; min-inline-size: 6.5rem }
fieldset { border: 0; margin: 0; padding: 0; min-inline-size: 0 }
legend { padding: 0; margin-block-end: .5rem }
.scopes { display: grid; gap: 1.25rem }
.picks { display: grid; gap: 0; border: 1px solid var(--line); border-radius: 10px; padding: 0 }
.picks legend { float: inline-start; inline-size: 100%; margin: 0; padding: .6rem 1rem; border-block-end: 1px solid var(--line); background: var(--sunk); border-start-start-radius: 9px; border-start-end-radius: 9px; font-size: .9375rem }
.pick { display: flex; gap: .85rem; align-items: start; clear: both; padding: .65rem 1rem; font-weight: 400; cursor: pointer; min-block-size: 44px }
.pick + .pick { border-block-start: 1px solid var(--line) }
.pick:hover { background: var(--sunk) }
.pick:last-child { border-end-start-radius: 9px; border-end-end-radius: 9px }
.pick:has(:checked) { background: var(--accent-wash) }
.pick input { flex: none; inline-size: 1.25rem; block-size: 1.25rem; margin: .15rem 0 0; accent-color: var(--accent) }
.pick > span { display: grid; min-inline-size: 0 }
.pick-label { font-weight: 600 }

.rows { list-style: none; padding: 0 }
.row { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: start; justify-content: space-between; padding-block: 1rem; border-block-start: 1px solid var(--line) }
.row:first-child { border-block-start: 0; padding-block-start: 0 }
.row:last-child { padding-block-end: 0 }
.row > .stack { flex: 1 1 18rem; gap: .25rem }
.row.ended { color: var(--soft) }
.named { display: flex; flex-wrap: wrap; gap: .25rem .6rem; align-items: center }
.tag { font-size: .8125rem; font-weight: 600; line-height: 1.4; padding: .1rem .55rem; border-radius: 99px; border: 1px solid var(--line); color: var(--soft); max-inline-size: 100% }
.tag.bad { border-color: var(--danger-line); background: var(--danger-wash); color: var(--danger) }
.tag.warn { border-color: var(--warn-line); background: var(--warn-wash); color: var(--warn-ink) }
.tag.ok { border-color: transparent; background: var(--accent-wash); color: var(--accent-strong) }

details { border: 1px solid var(--line); border-radius: 10px }
details + details { margin-block-start: .5rem }
summary { display: flex; align-items: center; gap: .75rem; min-block-size: 48px; padding: .5rem 1rem; font-weight: 600; cursor: pointer; list-style: none; border-radius: 10px }
summary .fine { font-weight: 400; margin-inline-start: .35rem }
summary::-webkit-details-marker { display: none }
summary::after { content: ""; margin-inline-start: auto; flex: none; inline-size: .5rem; block-size: .5rem; border: solid var(--soft); border-width: 0 2px 2px 0; transform: translateY(-2px) rotate(45deg); transition: transform .15s }
details[open] > summary::after { transform: translateY(2px) rotate(225deg) }
summary:hover { background: var(--sunk) }
details > .stack, details > form { padding: .25rem 1rem 1rem }
.confirm { border: 0; margin: 0 }
.confirm > summary { border: 1px solid var(--line); min-block-size: 44px; padding-inline: .9rem; font-weight: 500; inline-size: max-content; margin-inline-start: auto }
.confirm[open] { flex: 1 1 100% }
.confirm > form { margin-block-start: .75rem; border: 1px solid var(--danger-line); background: var(--danger-wash); border-radius: 10px; padding: .85rem 1rem; display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; justify-content: space-between }
.confirm > form > p { flex: 1 1 16rem }
.card > .confirm > summary { margin-inline-start: 0 }
.change > form { border-color: var(--line); background: var(--sunk); align-items: end }
.change .field { flex: 1 1 12rem }
.form { display: grid; gap: 1.25rem }
.steps { padding-inline-start: 1.4rem; display: grid; gap: .4rem }
.steps ::marker { color: var(--soft) }
pre { background: var(--sunk); border: 1px solid var(--line); border-radius: 10px; padding: .85rem 1rem; overflow-x: auto; white-space: pre-wrap; line-height: 1.5; direction: ltr; text-align: left }
.snippet { display: flex; flex-wrap: wrap; gap: .5rem; align-items: start }
.snippet > pre { flex: 1 1 20rem; min-inline-size: 0 }
.snippet > button { min-inline-size: 6.5rem }
.steps .snippet { margin-block: .4rem }
.wrap { overflow-wrap: anywhere }
.own-line { display: block }
.detail { display: block; background: var(--sunk); border-radius: 8px; padding: .6rem .8rem }
.facts { display: grid; grid-template-columns: fit-content(50%) 1fr; gap: .3rem 1rem }
.facts dt { color: var(--soft) }
.facts dd { margin: 0; min-inline-size: 0 }
.card > .client { display: flex; gap: 1rem; align-items: start }
.client > .stack { gap: .3rem }
.mark { flex: none; inline-size: 3rem; block-size: 3rem; border-radius: 12px; display: grid; place-items: center; background: var(--accent-wash); color: var(--accent-strong); font-weight: 650; font-size: 1.25rem }
.switch { display: flex; gap: .5rem; align-items: end; inline-size: min(100%, 20rem) }
.switch .field { flex: 1; min-inline-size: 0 }
@media (max-width: 30rem) {
  main { padding: 1.25rem .75rem 3rem; gap: 1rem }
  .bar, .tabs ul { padding-inline: 1rem }
  .account { inline-size: 100%; order: 1; justify-content: space-between }
  .card { padding: 1.125rem }
  h1 { font-size: 1.4375rem }
  .copyable { flex-wrap: wrap }
  .copyable > :is(input, button) { flex: 1 0 100% }
  .confirm > summary { margin: 0 }
  .row { justify-content: start }
  .mark { inline-size: 2.5rem; block-size: 2.5rem }
  .snippet > :is(pre, button), .row > .button, .row > form, .row > form > button { inline-size: 100% }
}
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { transition: none !important } }
@media (forced-colors: active) { .tag, .card, .note, .wrong, .good { border: 1px solid } }
`
