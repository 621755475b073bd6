/** The reference page's look: the dashboard's greys and accent under the names that Scalar reads. */
export const docsTheme = `
html { color-scheme: light dark; background: light-dark(oklch(1 0 0), oklch(0.168 0.004 264)); }
body { margin: 0; }
noscript { display: block; padding: 24px; font: 15px/1.5 system-ui, sans-serif; }
.light-mode { color-scheme: light; }
.dark-mode { color-scheme: dark; }
.light-mode, .dark-mode {
  --scalar-font: Inter, "Inter Variable", -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Ubuntu, Cantarell, "Noto Sans", "Liberation Sans", Arial, system-ui, sans-serif;
  --scalar-font-code: ui-monospace, "SF Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
  --scalar-background-1: light-dark(oklch(1 0 0), oklch(0.168 0.004 264));
  --scalar-background-2: light-dark(oklch(0.973 0.002 264), oklch(0.198 0.005 264));
  --scalar-background-3: light-dark(oklch(0.946 0.003 264), oklch(0.25 0.006 264));
  --scalar-background-accent: light-dark(oklch(0.962 0.016 268), oklch(0.282 0.06 268));
  --scalar-border-color: light-dark(oklch(0.918 0.003 264), oklch(0.285 0.006 264));
  --scalar-color-1: light-dark(oklch(0.226 0.008 264), oklch(0.945 0.003 264));
  --scalar-color-2: light-dark(oklch(0.455 0.012 264), oklch(0.735 0.008 264));
  --scalar-color-3: light-dark(oklch(0.535 0.012 264), oklch(0.645 0.01 264));
  --scalar-color-accent: light-dark(oklch(0.48 0.18 268), oklch(0.785 0.108 268));
  --scalar-color-green: light-dark(oklch(0.445 0.1 158), oklch(0.81 0.12 158));
  --scalar-color-red: light-dark(oklch(0.495 0.185 26), oklch(0.795 0.11 22));
  --scalar-color-yellow: light-dark(oklch(0.465 0.098 68), oklch(0.84 0.115 85));
  --scalar-color-orange: light-dark(oklch(0.465 0.098 68), oklch(0.84 0.115 85));
  --scalar-color-blue: light-dark(oklch(0.48 0.18 268), oklch(0.785 0.108 268));
  --scalar-color-purple: light-dark(#5b5bd6, #a5a5ff);
  --scalar-link-color: var(--scalar-color-accent);
  --scalar-link-color-hover: var(--scalar-color-accent);
  --scalar-button-1: light-dark(oklch(0.508 0.182 268), oklch(0.57 0.17 268));
  --scalar-button-1-hover: light-dark(oklch(0.455 0.18 268), oklch(0.535 0.175 268));
  --scalar-button-1-color: oklch(1 0 0);
}
/* One line of 13px as high as its text cuts off every underscore. */
.markdown-summary, .markdown-summary * { line-height: 20px !important; }
.ascii-art { display: none; }
`
