import { anchor, day, printInstant } from "./anchor"
import { withGap } from "./gaps"
import { guidOf } from "./guid"
import { streamOf } from "./random"
import type { ContainerRow, DemoRow, Values } from "./rows"
import { type MessageText, type TemplateText, templateTexts } from "./texts/templates"
import { type Line, languages } from "./texts/text"

const keyOf = ({ name }: TemplateText) => name ?? "unnamed"
const templateId = (text: TemplateText) => guidOf("communication-template", keyOf(text))

const markUp = (paragraphs: readonly string[]) =>
  `<html><body style="font-family: sans-serif">\n${paragraphs.map((text) => `<p>${text}</p>`).join("\n")}\n</body></html>`

const cultureEntry = (cultureCode: string | null, { sms, subject, email }: MessageText) => ({
  cultureCode,
  sms: sms === null ? null : { body: sms },
  email: email === null ? null : { subject, body: markUp(email) },
})

type Cultures = NonNullable<Values<"communicationTemplate">["communicationTemplateCultures"]>

/** Unfinished messages: a text without a language, and a message without a text. */
const begunCultures: Cultures = [
  { cultureCode: null, sms: { body: null }, email: { subject: null, body: null } },
]

export function* communicationTemplates(): Generator<DemoRow<"communicationTemplate">> {
  for (const template of templateTexts) {
    const { name, cultures } = template
    const random = streamOf("communication-template", keyOf(template))
    const created = anchor - random.whole(300, 900) * day
    const written = languages.flatMap((culture) => {
      const text = cultures[culture]
      return text ? [cultureEntry(culture, text)] : []
    })
    const entries = name === null ? [...written, ...begunCultures] : written
    const values: Values<"communicationTemplate"> = {
      id: templateId(template),
      name,
      communicationTemplateCultures: entries.length > 0 ? entries : null,
      creationDateTime: name === null ? null : printInstant(created),
      lastModifiedDateTime: random.orNull(0.3, printInstant(created + random.whole(0, 299) * day)),
    }
    yield { scope: {}, values }
  }
}

export const communicationTemplateContainers = (): ContainerRow[] =>
  templateTexts.map((template) => ({
    kind: "communicationTemplate",
    id: templateId(template),
    name: template.name ?? "(not named yet)",
  }))

interface Channel {
  /** Null if it has no name yet. */
  readonly name: string | null
  readonly description: string | null
  readonly pushEnabled: boolean | null
  readonly titles: Line
}

const channels: readonly Channel[] = [
  {
    name: "News",
    description: "New posts in the content modules",
    pushEnabled: true,
    titles: { "da-DK": "Nyheder", "de-DE": "Neuigkeiten", "en-GB": "News" },
  },
  {
    name: "Rota",
    description: "Shifts, swaps and holidays",
    pushEnabled: true,
    titles: { "da-DK": "Vagtplan", "de-DE": "Schichtplan", "en-GB": "Rota" },
  },
  {
    name: "Safety alerts",
    description: "Recalls and urgent warnings",
    pushEnabled: true,
    titles: { "da-DK": "Sikkerhed ⚠️", "de-DE": "Sicherheit ⚠️", "en-GB": "Safety ⚠️" },
  },
  {
    name: "Events",
    description: null,
    pushEnabled: false,
    titles: { "da-DK": "Arrangementer", "de-DE": "Veranstaltungen", "en-GB": "Events" },
  },
  {
    name: "Events",
    description: "Kept for older apps",
    pushEnabled: false,
    titles: { "da-DK": "Arrangementer", "de-DE": "Veranstaltungen", "en-GB": "Events" },
  },
  {
    name: "Service forms",
    description: "Reviews and feedback on forms",
    pushEnabled: false,
    titles: { "da-DK": "Formularer", "de-DE": "Formulare", "en-GB": "Forms" },
  },
  {
    name: null,
    description: "Being set up for the new stores in Norway",
    pushEnabled: false,
    titles: { "da-DK": "Norge", "de-DE": "Norwegen", "en-GB": "Norway" },
  },
  {
    name: "Old test channel",
    description: null,
    pushEnabled: null,
    titles: { "da-DK": "Test", "de-DE": "Test", "en-GB": "Test" },
  },
]

const messages: Line = {
  "da-DK": "Der er nyt til dig i appen.",
  "de-DE": "In der App gibt es Neues für dich.",
  "en-GB": "There is something new for you in the app.",
}

/** What is missing in a channel's languages while it is being set up. */
const localeGaps = ["culture", "channelName", "defaultTitle"] as const

export function* notificationChannels(): Generator<DemoRow<"notificationChannel">> {
  for (const [index, { name, description, pushEnabled, titles }] of channels.entries()) {
    const locales = languages.map((culture, index) => {
      const locale = {
        culture,
        channelName: titles[culture],
        defaultTitle: titles[culture],
        defaultMessage: pushEnabled ? messages[culture] : null,
      }
      return withGap(locale, name === null ? localeGaps[index] : undefined)
    })
    const id = guidOf("notification-channel", index)
    const values = {
      id,
      name,
      description,
      pushEnabled,
      locales: pushEnabled === null ? null : locales,
    }
    yield { scope: {}, values }
  }
}
