package vesper.access.rules;

import java.util.Optional;

/**
 * The decision on one request.
 *
 * @param by what decided: {@code code}, {@code rule ID} or {@code default}
 * @param needs what the caller lacks, to complete the sentence "This needs …"; empty if the caller is admitted
 */
public record AccessDecision(String by, Optional<String> needs) {
    static AccessDecision admitted(String by) {
        return new AccessDecision(by, Optional.empty());
    }

    static AccessDecision refused(String by, String needs) {
        return new AccessDecision(by, Optional.of(needs));
    }

    public boolean isAdmitted() {
        return needs.isEmpty();
    }
}
