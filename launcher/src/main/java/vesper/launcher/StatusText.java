package vesper.launcher;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import vesper.hosting.PackageState;

/** Formats the response of {@code /admin/status} for people. */
final class StatusText {
    private StatusText() {}

    /** @param readiness the response of {@code /health/ready}; empty if it did not arrive */
    static String of(String url, JsonNode status, Optional<JsonNode> readiness) {
        String head = "vesper " + status.path("version").asString("?") + " on " + url + ", up "
                + duration(status.path("uptimeMillis").asLong(0)) + "\n\n";
        Table facts = new Table();
        readiness.ifPresent(ready -> facts.row("ready", ready(ready)));
        facts.row("records", pending(status))
                .row("monitor", onOrOff(status.path("monitor")))
                .row("tracker", onOrOff(status.path("tracker")));
        long lost = status.path("lost").asLong(0);
        if (lost > 0) facts.row("lost", lost + " records could not be stored; see the log");
        String trouble = status.path("trouble").asString("");
        if (!trouble.isEmpty()) facts.row("trouble", trouble);
        JsonNode documents = status.path("documents");
        if (!documents.isMissingNode()) facts.row("documents", documents(documents));
        facts.row("serving", status.path("packagesFolder").asString("?"))
                .row("connections", status.path("connections").asString("?"))
                .row("handlers", status.path("handlers").asString("?"));
        return head + facts + "\n" + packages(status.path("packages")) + steps(status.path("steps"));
    }

    /** Formats whether the server wants requests, and why not: {@code no, packages missing: shop has not started}. */
    private static String ready(JsonNode readiness) {
        String status = readiness.path("status").asString("unknown");
        if (status.equals("ready")) return "yes";
        List<String> reasons = new ArrayList<>();
        readiness.path("reasons").forEach(reason -> reasons.add(reason.asString("")));
        return "no, " + status + (reasons.isEmpty() ? "" : ": " + String.join("; ", reasons));
    }

    private static String documents(JsonNode documents) {
        long unindexed = documents.path("unindexed").asLong(0);
        String trouble = documents.path("trouble").asString("");
        return documents.path("collections").asString("?") + " collections"
                + (unindexed == 0 ? "" : ", " + unindexed + " changes are not searchable yet")
                + (trouble.isEmpty() ? "" : ", " + trouble);
    }

    private static String pending(JsonNode status) {
        if (status.path("idle").asBoolean(false)) return "idle, nothing pending";
        return status.path("pending").asLong(0) + " pending, "
                + status.path("lagMillis").asLong(0) + " ms behind";
    }

    private static String onOrOff(JsonNode part) {
        String why = part.path("why").asString("");
        return (part.path("on").asBoolean(false) ? "on" : "off") + (why.isEmpty() ? "" : " (" + why + ")");
    }

    private static String packages(JsonNode packages) {
        if (packages.isEmpty()) return "no packages\n";
        Table table = new Table();
        for (JsonNode one : packages) {
            table.row(
                    "package " + one.path("name").asString("?"),
                    one.path("version").asString(""),
                    one.path("state").asString("?"),
                    why(one));
        }
        return table.toString();
    }

    /** Lists hooks that have been running for long, including those that a start or stop no longer waits for. */
    private static String steps(JsonNode steps) {
        if (steps.isEmpty()) return "";
        Table table = new Table();
        for (JsonNode one : steps) {
            table.row(
                    "running " + one.path("name").asString("?"),
                    duration(one.path("forMillis").asLong(0)),
                    one.path("what").asString("?") + " at " + one.path("place").asString("?")
                            + (one.path("abandoned").asBoolean(false) ? " (abandoned)" : ""));
        }
        return "\n" + table;
    }

    /** Returns why the newest code does not serve. If the package has started, older code serves instead. */
    private static String why(JsonNode one) {
        String next = one.path("nextAttempt").asString("");
        String why = one.path("why").asString("") + (next.isEmpty() ? "" : "; next attempt at " + next);
        if (why.isEmpty()) return firstLine(one.path("warning").asString(""));
        boolean serves = one.path("state").asString("").equals(PackageState.STARTED.text());
        return serves ? "older code serves: " + why : why;
    }

    /** Returns the first line of the warning; the details of the package have all of it. */
    private static String firstLine(String warning) {
        return warning.isEmpty()
                ? ""
                : "serves without " + warning.lines().findFirst().orElse("");
    }

    /** Formats a duration in its two largest units, for example {@code 3 h 12 min}. */
    private static String duration(long millis) {
        Duration time = Duration.ofMillis(millis);
        if (time.toDays() > 0) return time.toDays() + " d " + time.toHoursPart() + " h";
        if (time.toHours() > 0) return time.toHours() + " h " + time.toMinutesPart() + " min";
        if (time.toMinutes() > 0) return time.toMinutes() + " min " + time.toSecondsPart() + " s";
        return time.toSeconds() + " s";
    }
}
