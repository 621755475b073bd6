import { anchor, day, printInstant } from "./anchor"
import { guidOf } from "./guid"
import { streamOf } from "./random"
import type { ContainerRow, Row, Values } from "./rows"
import { type MessageText, templateTexts } from "./texts/templates"
import { type Line, languages } from "./texts/text"

const templateId = (name: string) => guidOf("communication-template", name)

const markUp = (paragraphs: readonly string[]) =>
  `<html><body style="font-family: sans-serif">\n${paragraphs.map((text) => `<p>${text}</p>`).join("\n")}\n</body></html>`

const cultureEntry = (cultureCode: string, { sms, subject, email }: MessageText) => ({
  cultureCode,
  sms: sms === null ? null : { body: sms },
  email: email === null ? null : { subject, body: markUp(email) },
})

export function* communicationTemplates(): Generator<Row<"communicationTemplate">> {
  for (const { name, cultures } of templateTexts) {
    const random = streamOf("communication-template", name)
    const created = anchor - random.whole(300, 900) * day
    const entries = languages.flatMap((culture) => {
      const text = cultures[culture]
      return text ? [cultureEntry(culture, text)] : []
    })
    const values: Values<"communicationTemplate"> = {
      id: templateId(name),
      name,
      communicationTemplateCultures: entries.length > 0 ? entries : null,
      creationDateTime: printInstant(created),
      lastModifiedDateTime: random.orNull(0.3, printInstant(created + random.whole(0, 299) * day)),
    }
    yield { scope: {}, values }
  }
}

export const communicationTemplateContainers = (): ContainerRow[] =>
  templateTexts.map(({ name }) => ({ kind: "communicationTemplate", id: templateId(name), name }))

interface Channel {
  readonly name: string
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

export function* notificationChannels(): Generator<Row<"notificationChannel">> {
  for (const [index, { name, description, pushEnabled, titles }] of channels.entries()) {
    const locales = languages.map((culture) => ({
      culture,
      channelName: titles[culture],
      defaultTitle: titles[culture],
      defaultMessage: pushEnabled ? messages[culture] : null,
    }))
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
