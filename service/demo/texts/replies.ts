import type { Line } from "./text"

/** Comments on a post. */
export const commentLines: readonly Line[] = [
  {
    "da-DK": "Tillykke til hele holdet! 🎉",
    "de-DE": "Glückwunsch an das ganze Team! 🎉",
    "en-GB": "Congratulations to the whole team! 🎉",
  },
  {
    "da-DK": "Gælder det også os på deltid?",
    "de-DE": "Gilt das auch für uns in Teilzeit?",
    "en-GB": "Does this go for part-timers too?",
  },
  {
    "da-DK": "Godt initiativ, tak for det.",
    "de-DE": "Gute Sache, danke dafür.",
    "en-GB": "Good idea, thank you.",
  },
  {
    "da-DK": "Hvor finder jeg planogrammet?",
    "de-DE": "Wo finde ich das Planogramm?",
    "en-GB": "Where do I find the planogram?",
  },
  {
    "da-DK": "Vi glæder os 😀",
    "de-DE": "Wir freuen uns 😀",
    "en-GB": "We are looking forward to it 😀",
  },
  {
    "da-DK": "Kan vi få det på tysk også?",
    "de-DE": "Gibt es das auch auf Dänisch?",
    "en-GB": "Could we have this in Danish too?",
  },
  {
    "da-DK": "Det virkede fint hos os i går.",
    "de-DE": "Bei uns hat das gestern gut geklappt.",
    "en-GB": "It worked well in our store yesterday.",
  },
]

/** Comments of reviewers at a stage of a form. */
export const stageLines: readonly Line[] = [
  {
    "da-DK": "Set og godkendt. Flot orden i kølerummet.",
    "de-DE": "Gesehen und freigegeben. Der Kühlraum ist vorbildlich.",
    "en-GB": "Seen and approved. The cold store is in very good order.",
  },
  {
    "da-DK": "Mangler billede af nødudgangen, send venligst igen.",
    "de-DE": "Das Foto vom Notausgang fehlt, bitte noch einmal senden.",
    "en-GB": "The picture of the emergency exit is missing; please send it again.",
  },
  {
    "da-DK": "Montøren kommer torsdag mellem 8 og 10.",
    "de-DE": "Der Techniker kommt am Donnerstag zwischen 8 und 10 Uhr.",
    "en-GB": "The engineer comes on Thursday between 8 and 10.",
  },
  {
    "da-DK": "Vi tager det op på næste regionsmøde.",
    "de-DE": "Wir nehmen das in die nächste Regionalrunde mit.",
    "en-GB": "We take this to the next regional meeting.",
  },
]

/** Exchanges about one answer of a form. */
export const feedbackLines: readonly Line[] = [
  {
    "da-DK": "Hvornår blev det sidst rengjort?",
    "de-DE": "Wann wurde das zuletzt gereinigt?",
    "en-GB": "When was this last cleaned?",
  },
  { "da-DK": "I morges kl. 7.", "de-DE": "Heute früh um 7 Uhr.", "en-GB": "This morning at 7." },
  {
    "da-DK": "Tak, så er punktet lukket.",
    "de-DE": "Danke, dann ist der Punkt erledigt.",
    "en-GB": "Thanks, that closes this point.",
  },
  {
    "da-DK": "Billedet er uskarpt, kan du tage et nyt?",
    "de-DE": "Das Bild ist unscharf, kannst du ein neues machen?",
    "en-GB": "The picture is blurred, could you take another?",
  },
  { "da-DK": "Gjort 👍", "de-DE": "Erledigt 👍", "en-GB": "Done 👍" },
]
