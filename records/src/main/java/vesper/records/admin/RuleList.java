package vesper.records.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of rules, in the same shape as all lists.
 *
 * @param total only if requested
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RuleList<R>(List<R> items, @Nullable Integer total) {}
