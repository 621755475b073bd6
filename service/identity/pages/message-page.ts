import { html } from "hono/html"
import { renderPage } from "./layout"

/** A page with one message, such as why a sign-in cannot continue. `detail` is for support. */
export const renderMessagePage = (page: {
  title: string
  message: string
  detail?: string
}): Promise<string> =>
  renderPage({
    title: page.title,
    content: html`<div class="head">
<h1>${page.title}</h1>
<p>${page.message}</p>
${page.detail ? html`<p class="detail">${page.detail}</p>` : ""}
</div>`,
  })
