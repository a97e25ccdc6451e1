package vesper.launcher.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import vesper.records.admin.Switch;

/**
 * How a server is.
 *
 * @param idle whether nothing is pending
 * @param pending records and documents that no view has taken up yet
 * @param lagMillis how old the oldest of them is
 * @param connections open now
 * @param handlers where handlers run, as the setting has it
 * @param packagesFolder the folder that is served, on the server's disk
 */
public record ServerStatus(
        boolean idle,
        long pending,
        long lagMillis,
        Switch monitor,
        Switch tracker,
        List<PackageLine> packages,
        long uptimeMillis,
        String version,
        long connections,
        String handlers,
        String packagesFolder) {
    /**
     * A package in short.
     *
     * @param why its newest code does not serve
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record PackageLine(String name, String version, String state, Optional<String> why) {}
}
