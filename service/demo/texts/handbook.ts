import type { Topic } from "./text"

export const handbookTopics: readonly Topic[] = [
  {
    "da-DK": {
      title: "Sygemelding",
      paragraphs: [
        "Ring til din nærmeste leder senest en time før din vagt begynder. En besked i appen er ikke nok.",
        "Ved sygdom over {count} dage aftaler I en kort samtale om, hvad der kan lette din tilbagevenden.",
      ],
    },
    "de-DE": {
      title: "Krankmeldung",
      paragraphs: [
        "Ruf spätestens eine Stunde vor Schichtbeginn deine Führungskraft an. Eine Nachricht in der App genügt nicht.",
        "Dauert die Krankheit länger als {count} Tage, sprecht ihr kurz darüber, was die Rückkehr erleichtert.",
      ],
    },
    "en-GB": {
      title: "Calling in sick",
      paragraphs: [
        "Ring your manager no later than one hour before your shift starts. A message in the app is not enough.",
        "When you are ill for more than {count} days, you have a short talk about what would make coming back easier.",
      ],
    },
  },
  {
    "da-DK": {
      title: "Personalerabat",
      paragraphs: [
        "Du får {percent} % rabat på alle varer fra din første dag. Rabatten gælder dig og din husstand og må ikke gives videre.",
        "Vis dit personalekort ved kassen, før varerne scannes.",
      ],
    },
    "de-DE": {
      title: "Personalrabatt",
      paragraphs: [
        "Vom ersten Tag an erhältst du {percent} % auf alle Waren. Der Rabatt gilt für dich und deinen Haushalt und ist nicht übertragbar.",
        "Zeig deine Mitarbeiterkarte an der Kasse, bevor die Ware gescannt wird.",
      ],
    },
    "en-GB": {
      title: "Staff discount",
      paragraphs: [
        "You get {percent}% off everything from your first day. The discount is for you and your household and must not be passed on.",
        "Show your staff card at the till before the goods are scanned.",
      ],
    },
  },
  {
    "da-DK": {
      title: "Arbejdstøj og navneskilt",
      paragraphs: [
        "Bær altid ren trøje, sikkerhedssko og navneskilt i butikken. Nyt tøj bestilles hos {city} lager.",
        "Smykker og ure tages af i bageri og slagter.",
      ],
    },
    "de-DE": {
      title: "Arbeitskleidung und Namensschild",
      paragraphs: [
        "Trag auf der Fläche immer ein sauberes Shirt, Sicherheitsschuhe und Namensschild. Neue Kleidung bestellst du im Lager {city}.",
        "Schmuck und Uhren bleiben in Bäckerei und Fleischtheke abgelegt.",
      ],
    },
    "en-GB": {
      title: "Work clothes and name badge",
      paragraphs: [
        "Wear a clean shirt, safety shoes and your badge on the shop floor. Order new clothes from the {city} warehouse.",
        "Take off jewellery and watches in the bakery and at the butcher's counter.",
      ],
    },
  },
  {
    "da-DK": {
      title: "Persondata i hverdagen",
      paragraphs: [
        "Skriv aldrig kunders navne eller telefonnumre på papir, der bliver liggende. Makulér hver aften.",
        "Er du i tvivl, så spørg, før du deler et billede eller en liste.",
      ],
    },
    "de-DE": {
      title: "Datenschutz im Alltag",
      paragraphs: [
        "Schreib Namen oder Telefonnummern von Kundinnen und Kunden nie auf Zettel, die liegen bleiben. Jeden Abend wird geschreddert.",
        "Im Zweifel fragst du, bevor du ein Bild oder eine Liste teilst.",
      ],
    },
    "en-GB": {
      title: "Personal data in daily work",
      paragraphs: [
        "Never write customers' names or telephone numbers on paper that stays behind. Shred every evening.",
        "If in doubt, ask before you share a picture or a list.",
      ],
    },
  },
]

export const payrollTopics: readonly Topic[] = [
  {
    "da-DK": {
      title: "Lønsedlen kommer den {day}",
      paragraphs: [
        "Lønsedlen ligger i din digitale postkasse fra den {day}. Tillæg for aften og weekend står nu på egne linjer.",
        "Spørgsmål? Skriv til lønkontoret inden kl. {hour}, så får du svar samme dag.",
      ],
    },
    "de-DE": {
      title: "Die Abrechnung kommt am {day}",
      paragraphs: [
        "Die Lohnabrechnung liegt ab dem {day} im digitalen Postfach. Abend- und Wochenendzuschläge stehen jetzt in eigenen Zeilen.",
        "Fragen? Schreibt der Lohnbuchhaltung bis {hour} Uhr, dann kommt die Antwort am selben Tag.",
      ],
    },
    "en-GB": {
      title: "Payslips arrive on {day}",
      paragraphs: [
        "Your payslip is in your digital mailbox from {day}. Evening and weekend supplements now have lines of their own.",
        "Questions? Write to payroll before {hour}:00 and you have an answer the same day.",
      ],
    },
  },
  {
    "da-DK": {
      title: "Ferieønsker senest i uge {week}",
      paragraphs: [
        "Læg dine ferieønsker i vagtplanen senest i uge {week}. Skoleferier fordeles efter aftale i butikken.",
        "Ubrugt ferie over {count} dage kan ikke flyttes til næste år uden aftale.",
      ],
    },
    "de-DE": {
      title: "Urlaubswünsche bis Woche {week}",
      paragraphs: [
        "Tragt eure Urlaubswünsche bis Kalenderwoche {week} in den Schichtplan ein. Schulferien werden in der Filiale abgesprochen.",
        "Mehr als {count} Resttage lassen sich ohne Absprache nicht ins nächste Jahr übertragen.",
      ],
    },
    "en-GB": {
      title: "Holiday requests by week {week}",
      paragraphs: [
        "Put your holiday requests into the rota by week {week}. School holidays are shared out by agreement in the store.",
        "More than {count} unused days cannot move to next year without an agreement.",
      ],
    },
  },
  {
    "da-DK": {
      title: "Bytte vagt? Gør det i appen",
      paragraphs: [
        "Vagtbytte gælder først, når din leder har godkendt det i appen. Aftaler på sedler tæller ikke længere.",
        "Ordningen er prøvet i {city} og har sparet {percent} % af tiden på vagtplanen.",
      ],
    },
    "de-DE": {
      title: "Schicht tauschen? In der App",
      paragraphs: [
        "Ein Tausch gilt erst, wenn die Führungskraft ihn in der App bestätigt hat. Zettel zählen nicht mehr.",
        "In {city} hat das {percent} % der Zeit für den Schichtplan gespart.",
      ],
    },
    "en-GB": {
      title: "Swapping shifts? Do it in the app",
      paragraphs: [
        "A swap counts once your manager has approved it in the app. Notes on paper no longer do.",
        "The trial in {city} saved {percent}% of the time spent on the rota.",
      ],
    },
  },
]
