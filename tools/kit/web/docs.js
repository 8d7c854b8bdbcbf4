// Starts Swagger UI with what the page says about the description it shows.
const place = document.getElementById("docs");
globalThis.SwaggerUIBundle({
  domNode: place,
  url: place.dataset.openapi,
  supportedSubmitMethods: place.dataset.methods.split(" "),
  // Would send the description to another site.
  validatorUrl: null,
  // Deep links would stand inside the buttons that open an operation: no keyboard tells the two apart.
  deepLinking: false,
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: false,
  persistAuthorization: false,
});
