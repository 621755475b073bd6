import type { Language } from "./text"

/** First names of the demo company's people, by the language of their workplace. */
export const firstNames: { readonly [L in Language]: readonly string[] } = {
  "da-DK":
    "Anne Mette Søren Lars Camilla Jens Freja Mads Ida Rasmus Signe Kasper Maja Emil Astrid Nikolaj Sofie Anders Karen Peter Line Thomas Julie Martin Åse Jørgen Birgitte Magnus Laura Oliver".split(
      " ",
    ),
  "de-DE":
    "Anna Lukas Marie Jonas Sophie Felix Katharina Maximilian Julia Stefan Lena Andreas Sabine Jürgen Hannah Björn Clara Matthias Ute Paul Emma Leon Birgit Tobias Jana Moritz Heike Sebastian Franziska Uwe".split(
      " ",
    ),
  "en-GB":
    "Emily James Charlotte Oliver Amelia Harry Grace Thomas Isla George Priya Daniel Sophie Mohammed Lucy William Chloe Samuel Megan Jack Aisha Edward Hannah Ryan Zoë Liam Rachel Adam Nia Callum".split(
      " ",
    ),
}

export const lastNames: { readonly [L in Language]: readonly string[] } = {
  "da-DK":
    "Jensen Nielsen Hansen Pedersen Andersen Christensen Larsen Sørensen Rasmussen Jørgensen Petersen Madsen Kristensen Olsen Thomsen Poulsen Johansen Knudsen Mortensen Møller Lund Holm Schmidt Østergaard Bach Kjær Vestergaard Nørgaard Dahl Frederiksen".split(
      " ",
    ),
  "de-DE":
    "Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Krause Lehmann Köhler Herrmann König Walter".split(
      " ",
    ),
  "en-GB":
    "Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright Thompson Evans Walker White Roberts Green Hall Wood Jackson Clarke Khan Hughes Edwards Turner O'Neill Cooper Hill Ward Baker".split(
      " ",
    ),
}

/** Job titles of those who lead a department, by its type. */
export const leaderTitles: { readonly [type: string]: string } = {
  Company: "Chief executive",
  Division: "Division director",
  Country: "Country manager",
  Region: "Regional manager",
  District: "District manager",
  Store: "Store manager",
  Department: "Department manager",
  Subdepartment: "Team leader",
}

export const staffTitles = {
  "Sales assistant": 50,
  Cashier: 20,
  "Shift leader": 8,
  "Warehouse assistant": 8,
  Apprentice: 7,
  "Customer service adviser": 5,
  "Garden adviser": 2,
} as const
