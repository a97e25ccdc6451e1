package vesper.hosting;

import java.util.Optional;

/**
 * A check of a package's own, for {@code /health/ready}: a component that implements this. It is called when readiness
 * is requested, at most once a second, on any thread, and has five seconds.
 */
public interface HealthCheck {
    /**
     * Returns why the package cannot do its work, in a few words; empty if it can. Everybody can read the words. An
     * exception counts as a problem too; it is logged, and its message is not shown.
     */
    Optional<String> problem() throws Exception;
}
