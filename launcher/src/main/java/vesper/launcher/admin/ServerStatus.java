package vesper.launcher.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import vesper.records.admin.Switch;
import vesper.services.collections.CollectionsStatus;

/**
 * The state of a server.
 *
 * @param idle whether nothing is pending
 * @param pending number of records not sealed yet
 * @param lagMillis age of the oldest of them
 * @param lost number of records since the start that a rule asked for and that could not be stored
 * @param trouble the problem with records: they are not sealed, not accepted, or lost
 * @param documents the open collections; empty if no collection is open
 * @param steps code of packages that has been starting or stopping for a second or longer
 * @param connections open now
 * @param handlers where handlers run, as in the setting
 * @param packagesFolder the folder that is served, on the server's disk
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ServerStatus(
        boolean idle,
        long pending,
        long lagMillis,
        Switch monitor,
        Switch tracker,
        long lost,
        Optional<String> trouble,
        Optional<CollectionsStatus> documents,
        List<PackageLine> packages,
        List<StepLine> steps,
        long uptimeMillis,
        String version,
        long connections,
        String handlers,
        String packagesFolder) {
    /**
     * Code of a package that runs during its start or stop, or that was abandoned there.
     *
     * @param name of the package, which may have been replaced or deleted since
     * @param what name of the code
     * @param abandoned whether the start or stop no longer waits for it; its thread continues nevertheless
     * @param place the source line that it executes
     */
    public record StepLine(String name, String what, long forMillis, boolean abandoned, String place) {}

    /**
     * Summary of a package.
     *
     * @param why the reason why its newest code does not serve
     * @param nextAttempt the time of the next attempt, if the start failed for a reason outside of the package
     * @param warning the part of it that does not work; everything else in it serves
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record PackageLine(
            String name,
            String version,
            String state,
            Optional<String> why,
            Optional<Instant> nextAttempt,
            Optional<String> warning) {}
}
