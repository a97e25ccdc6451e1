package vesper.rest.openapi;

/** General information for the OpenAPI document. An empty description is omitted. */
public record ApiInfo(String title, String version, String description) {}
