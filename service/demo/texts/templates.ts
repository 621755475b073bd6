import type { Language } from "./text"

/** A message to people. The platform replaces markers such as `#firstName#`. */
export interface MessageText {
  readonly sms: string | null
  readonly subject: string | null
  /** Paragraphs of the e-mail. */
  readonly email: readonly string[] | null
}

export interface TemplateText {
  /** Null if it was begun and has no name yet. */
  readonly name: string | null
  readonly cultures: { readonly [L in Language]?: MessageText }
}

export const templateTexts: readonly TemplateText[] = [
  {
    name: "Welcome to Nordlys",
    cultures: {
      "da-DK": {
        sms: "Hej #firstName#, velkommen til #companyName#! Hent appen her: #link#",
        subject: "Velkommen, #firstName#",
        email: [
          "Hej #firstName# #lastName#",
          "Din første dag i <b>#departmentName#</b> er #date#. Spørg efter #managerName#.",
          'Hent appen på <a href="#link#">#link#</a>.',
        ],
      },
      "de-DE": {
        sms: "Hallo #firstName#, willkommen bei #companyName#! Zur App: #link#",
        subject: "Willkommen, #firstName#",
        email: [
          "Hallo #firstName# #lastName#,",
          "dein erster Tag in <b>#departmentName#</b> ist der #date#. Frag nach #managerName#.",
          'Die App findest du unter <a href="#link#">#link#</a>.',
        ],
      },
      "en-GB": {
        sms: "Hi #firstName#, welcome to #companyName#! Get the app: #link#",
        subject: "Welcome, #firstName#",
        email: [
          "Dear #firstName# #lastName#,",
          "Your first day at <b>#departmentName#</b> is #date#. Ask for #managerName#.",
          'Get the app at <a href="#link#">#link#</a>.',
        ],
      },
    },
  },
  {
    name: "Shift changed",
    cultures: {
      "da-DK": { sms: "Din vagt #date# er flyttet til kl. #time#.", subject: null, email: null },
      "de-DE": { sms: "Deine Schicht am #date# beginnt um #time#.", subject: null, email: null },
      "en-GB": { sms: "Your shift on #date# now starts at #time#.", subject: null, email: null },
    },
  },
  {
    name: "Payslip ready",
    cultures: {
      "da-DK": {
        sms: null,
        subject: "Lønseddel for #month#",
        email: ["Hej #firstName#", "Lønsedlen for #month# ligger klar: #link#"],
      },
      "de-DE": {
        sms: null,
        subject: "Abrechnung für #month#",
        email: ["Hallo #firstName#,", "die Abrechnung für #month# liegt bereit: #link#"],
      },
    },
  },
  {
    name: "One-time code",
    cultures: {
      "da-DK": { sms: "Din kode er #code#. Del den ikke.", subject: null, email: null },
      "de-DE": { sms: "Dein Code: #code#. Nicht weitergeben.", subject: null, email: null },
      "en-GB": { sms: "Your code is #code#. Do not share it.", subject: null, email: null },
    },
  },
  {
    name: "Reminder: course not finished",
    cultures: {
      "da-DK": {
        sms: "Hej #firstName#, du mangler #lessonCount# lektioner i #courseName#.",
        subject: "#courseName# venter på dig",
        email: ["Hej #firstName#", "Du mangler #lessonCount# lektioner inden #date#."],
      },
      "en-GB": {
        sms: "Hi #firstName#, #lessonCount# lessons of #courseName# are left.",
        subject: "#courseName# is waiting for you",
        email: ["Dear #firstName#,", "#lessonCount# lessons are left until #date#."],
      },
    },
  },
  {
    name: "Invitation to an event",
    cultures: {
      "en-GB": {
        sms: "#eventName# on #date# at #time#. Sign up: #link# 🎉",
        subject: "You are invited: #eventName# 🎉",
        email: [
          "Dear #firstName#,",
          "<i>#eventName#</i> takes place on #date# at #time# in #city#.",
          '<img src="https://images.nordlys.example/open.gif" width="1" height="1" alt="">',
          '<script>document.title = "this must never run"</script>Sign up until #deadline#.',
        ],
      },
    },
  },
  {
    name: null,
    cultures: {
      "de-DE": {
        sms: null,
        subject: "Schließzeiten an den Feiertagen",
        email: ["Hallo #firstName#,", "unsere Öffnungszeiten zwischen den Jahren: #link#"],
      },
    },
  },
  { name: "Empty draft", cultures: {} },
]
