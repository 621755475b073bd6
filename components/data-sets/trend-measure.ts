const cannotBeAdded = /%|‰|percent|procent|prozent|score|index|indeks|rate|grade|°/iu

/** What is computed of a data set by its unit: scores and shares are averaged, everything else is added up. */
export const trendMeasure = (unit: string | undefined): "average" | "sum" =>
  cannotBeAdded.test(unit ?? "") ? "average" : "sum"
