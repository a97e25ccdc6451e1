package vesper.launcher;

import tools.jackson.databind.JsonNode;

/** Reports whether Monitor and Tracker are on at a server, and how to switch them on. */
final class RecordSwitches {
    private final String url;
    private final JsonNode status;

    private RecordSwitches(String url, JsonNode status) {
        this.url = url;
        this.status = status;
    }

    static RecordSwitches of(AdminCalls server) throws CommandFailedException, InterruptedException {
        return new RecordSwitches(server.url(), server.read(server.text("/admin/status")));
    }

    boolean isOn(RecordKind kind) {
        return status.path(kind.statusField()).path("on").asBoolean(false);
    }

    /** Explains why this kind of record is off. */
    String whyOff(RecordKind kind) {
        String why = status.path(kind.statusField()).path("why").asString("").replaceFirst(";.*", "");
        return "the " + kind.feature() + " of " + url + " is off (" + why + ")";
    }

    /** Returns a command that switches it on, ready to paste into a shell. */
    String switchingOn(RecordKind kind) {
        boolean lacksRule = kind == RecordKind.INVOCATIONS
                && status.path(kind.statusField()).path("why").asString("").contains("no rule");
        return "  curl -X " + (lacksRule ? "POST" : "PUT") + " -H 'Content-Type: application/json' -d "
                + (lacksRule ? "'{\"name\":\"all\",\"path\":\"/api/**\"}'" : "true") + " " + base() + "/admin/"
                + (lacksRule ? "monitor/rules" : kind.statusField() + "/enabled");
    }

    private String base() {
        return url.replaceFirst("/+$", "");
    }
}
