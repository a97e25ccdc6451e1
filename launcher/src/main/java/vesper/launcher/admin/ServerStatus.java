package vesper.launcher.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import vesper.records.admin.Switch;
import vesper.services.collections.CollectionsStatus;

/**
 * How a server is.
 *
 * @param idle whether nothing is pending
 * @param pending records that sealing has not taken up yet
 * @param lagMillis how old the oldest of them is
 * @param lost records that a rule wanted since the start, and that could not be kept
 * @param trouble what is wrong with records: that they are not sealed, not taken, or lost
 * @param documents the collections that are open; empty where none is
 * @param steps what of the packages' own code has been starting or stopping for a second or longer
 * @param connections open now
 * @param handlers where handlers run, as the setting has it
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
     * Code of a package that runs while this starts or stops, or has been left behind by it.
     *
     * @param name of the package, which may have been replaced or deleted meanwhile
     * @param what names it
     * @param abandoned whether nobody waits for it any more; its thread goes on all the same
     * @param place the line where it is
     */
    public record StepLine(String name, String what, long forMillis, boolean abandoned, String place) {}

    /**
     * A package in short.
     *
     * @param why its newest code does not serve
     * @param warning what of its folder is left aside, while everything else of it serves
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record PackageLine(
            String name, String version, String state, Optional<String> why, Optional<String> warning) {}
}
