import { html, raw } from "hono/html"
import { type DemoPerson, demoPassword } from "../people"
import { type Markup, renderPage } from "./layout"

const chevron = raw(
  '<svg viewBox="0 0 16 16" fill="none" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m6 3.5 4.5 4.5L6 12.5"/></svg>',
)

const initialsOf = (name: string) =>
  name
    .split(" ")
    .map((word) => word.charAt(0))
    .join("")

/** One click signs in: the same form as below, already filled in. */
const accountChoice = (person: DemoPerson, action: string): Markup => html`<li>
<form method="post" action="${action}">
<input type="hidden" name="email" value="${person.email}">
<input type="hidden" name="password" value="${demoPassword}">
<button class="account" type="submit">
<span class="avatar" aria-hidden="true">${initialsOf(person.name)}</span>
<span><span class="name">${person.name}</span><span class="about"><span>${person.title}</span> <span>${person.email}</span></span></span>
${chevron}
</button>
</form>
</li>`

function credentialFields(email: string, fault: string | undefined): Markup {
  const invalid = fault ? raw(' aria-invalid="true" aria-describedby="fault"') : ""
  const focus = (wanted: boolean) => (wanted ? raw(" autofocus") : "")
  return html`<div class="field">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${email}"${invalid}${focus(fault !== undefined && email === "")}>
</div>
<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required${invalid}${focus(fault !== undefined && email !== "")}>
</div>
<button class="button" type="submit">Sign in</button>`
}

/**
 * The sign-in page: demo accounts by one click, or e-mail and password. After an error it keeps the
 * typed e-mail.
 */
export function renderSignInPage(page: {
  people: readonly DemoPerson[]
  action: string
  email?: string
  fault?: string
}): Promise<string> {
  const { people, action, email = "", fault } = page
  return renderPage({
    title: "Sign in",
    content: html`<div class="head">
<h1>Sign in</h1>
<p>Choose who you want to be.</p>
</div>
<h2 id="accounts">Demo accounts</h2>
<ul class="accounts" aria-labelledby="accounts">
${people.map((person) => accountChoice(person, action))}
</ul>
<h2>Or with e-mail and password</h2>
${fault ? html`<div class="notice" id="fault" role="alert">${fault}</div>` : ""}
<form class="fields" method="post" action="${action}">
${credentialFields(email, fault)}
</form>`,
    foot: html`A demo sign-in that runs on this computer only. Every account has the password <code>${demoPassword}</code>.`,
  })
}
