/** Countries where the GDPR, or a law made after it, applies (alpha-3): the European Economic Area and its dependencies. */
export const EEA_COUNTRIES: string[] = (
  'ALA AUT BEL BGR HRV CYP CZE DNK EST FIN FRA GUF DEU GIB GRC GLP GGY HUN ISL IRL IMN ITA JEY LVA LIE LTU LUX MLT MTQ MYT NLD NOR ' +
  'POL PRT REU ROU BLM MAF SPM SVK SVN ESP SWE GBR'
).split(' ');
