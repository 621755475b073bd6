/**
 * The only style sheet of the pages: system font, light and dark by system preference, reduced
 * motion on request.
 */
export const styles = `
:root {
  color-scheme: light dark;
  --canvas: #f6f7f9; --surface: #ffffff; --sunken: #f6f7f9; --line: #e3e6eb; --line-strong: #868e9c;
  --text: #16191f; --muted: #5a6270; --accent: #2e56d9; --accent-hover: #2447ba; --on-accent: #ffffff;
  --ring: #2e56d9; --danger: #b3261e; --danger-soft: #fdf1f0; --danger-line: #f0c8c4;
  --shadow: 0 1px 2px rgb(16 24 40 / 5%), 0 12px 32px -12px rgb(16 24 40 / 14%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #0e1014; --surface: #16191f; --sunken: #1c2027; --line: #2a2f38; --line-strong: #6c7686;
    --text: #eceef2; --muted: #9aa3b2; --accent: #7f9cff; --accent-hover: #98b0ff; --on-accent: #0d1430;
    --ring: #98b0ff; --danger: #ff9d94; --danger-soft: #2c1a1b; --danger-line: #5a2f2e;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 16px 40px -16px rgb(0 0 0 / 70%);
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; padding: 24px 16px;
  display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 20px;
  background: var(--canvas); color: var(--text);
  font: 400 15px/1.5 Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  -webkit-font-smoothing: antialiased;
}
main {
  width: 100%; max-width: 408px; padding: 32px; border: 1px solid var(--line); border-radius: 16px;
  background: var(--surface); box-shadow: var(--shadow);
}
h1 { margin: 0; font-size: 22px; line-height: 28px; font-weight: 650; letter-spacing: -0.015em; }
h2 { margin: 24px 0 8px; font-size: 13px; line-height: 20px; font-weight: 600; color: var(--muted); }
p { margin: 4px 0 0; color: var(--muted); text-wrap: pretty; }
.brand { display: flex; align-items: center; gap: 10px; font-weight: 600; letter-spacing: -0.01em; }
.brand svg { width: 28px; height: 28px; flex: none; }
.mark { fill: var(--accent); } .bars { fill: var(--on-accent); }
.head { margin-top: 24px; }
.notice {
  margin: 0 0 14px; padding: 10px 12px; border: 1px solid var(--danger-line); border-radius: 10px;
  background: var(--danger-soft); color: var(--danger); font-size: 14px; line-height: 20px;
}
.accounts { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.accounts li + li { border-top: 1px solid var(--line); }
.account {
  display: grid; grid-template-columns: 36px minmax(0, 1fr) 16px; align-items: center; gap: 12px;
  width: 100%; padding: 11px 14px; border: 0; background: none; color: inherit;
  font: inherit; text-align: left; cursor: pointer;
}
.accounts li:first-child .account { border-radius: 11px 11px 0 0; }
.accounts li:last-child .account { border-radius: 0 0 11px 11px; }
.account:hover { background: var(--sunken); }
.account:focus-visible { outline-offset: -2px; }
.avatar {
  display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%;
  background: var(--sunken); border: 1px solid var(--line);
  color: var(--muted); font-size: 13px; font-weight: 600; letter-spacing: 0.02em;
}
.account:hover .avatar { background: var(--surface); }
.name { display: block; font-weight: 550; line-height: 20px; }
.about { display: block; color: var(--muted); font-size: 13px; line-height: 18px; }
.about span { display: inline-block; } .about span + span::before { content: "· "; }
.account svg { width: 16px; height: 16px; stroke: var(--line-strong); transition: transform 120ms; }
.account:hover svg { stroke: var(--text); transform: translateX(2px); }
.fields { display: grid; gap: 14px; }
.field { display: grid; gap: 6px; }
label { font-size: 14px; line-height: 20px; font-weight: 500; }
input {
  width: 100%; height: 40px; padding: 0 12px; border: 1px solid var(--line-strong); border-radius: 10px;
  background: var(--surface); color: var(--text); font: inherit; font-size: 16px;
}
input[aria-invalid="true"] { border-color: var(--danger); }
.button {
  display: inline-flex; align-items: center; justify-content: center; width: 100%; min-height: 40px; padding: 8px 16px;
  border: 1px solid transparent; border-radius: 10px; background: var(--accent); color: var(--on-accent);
  font: inherit; font-weight: 600; cursor: pointer; text-decoration: none;
}
.button:hover { background: var(--accent-hover); }
.actions { display: grid; gap: 10px; margin-top: 24px; }
.detail { margin-top: 16px; padding: 10px 12px; border-radius: 10px; background: var(--sunken); font: 400 12px/18px ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
footer { max-width: 408px; color: var(--muted); font-size: 13px; line-height: 20px; text-align: center; text-wrap: balance; }
code { padding: 1px 5px; border: 1px solid var(--line); border-radius: 5px; background: var(--surface); font: 500 12px/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; color: var(--text); }
@media (min-width: 600px) { input { font-size: 15px; } }
@media (max-width: 480px) {
  body { padding: 16px 12px; gap: 16px; }
  main { padding: 24px 20px; border-radius: 14px; }
  .about span { display: block; } .about span + span::before { content: none; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media (forced-colors: active) { .account, .button, input { border: 1px solid; } }
`
