package vesper.launcher.hits;

import tools.jackson.databind.JsonNode;

/**
 * The fields of a hit, a transaction or an invocation, that fit on one line.
 *
 * @param time its start, in the format of the server
 * @param status 0 if the client left before there was a response
 */
public record HitSummary(
        String id,
        String time,
        String state,
        long status,
        String duration,
        String method,
        String url,
        String type,
        String externalId) {

    public static HitSummary of(JsonNode item) {
        String begun = text(item, "startedAt");
        return new HitSummary(
                text(item, "id"),
                begun.isEmpty() ? text(item, "time") : begun,
                text(item, "state"),
                item.path("status").asLong(0),
                DurationFormat.of(item.path("durationMillis").asDouble(0)),
                text(item, "method"),
                text(item, "url"),
                text(item, "type"),
                text(item, "externalId"));
    }

    private static String text(JsonNode item, String field) {
        return Printable.line(item.path(field).asString(""));
    }
}
