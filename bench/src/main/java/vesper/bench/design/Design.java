package vesper.bench.design;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Designs of experiments: ways to derive variants of a setup from a base and factors. The first variant is always the
 * one with every factor at its base.
 *
 * <p>{@link #full} shows how factors interact; its size is the product of the numbers of choices. {@link #star} changes
 * one factor at a time and shows the effect of each while the others stay at their base; its size grows with the sum.
 * With a single factor both are a sweep. {@link #rows} has exactly the variants that the user listed.
 */
public final class Design {
    private Design() {}

    /** Combines each choice of each factor with each choice of the others. */
    public static <S> List<Variant<S>> full(S base, List<Factor<S>> factors) {
        List<Variant<S>> variants = List.of(new Variant<>(List.of(), base, true));
        for (Factor<S> factor : factors) {
            List<Variant<S>> more = new ArrayList<>();
            for (Variant<S> variant : variants) {
                for (var choice : factor.choices()) more.add(with(variant, factor, choice));
            }
            variants = more;
        }
        return List.copyOf(variants);
    }

    /** Returns the base, and a variant for each other choice of each factor, with only that factor changed. */
    public static <S> List<Variant<S>> star(S base, List<Factor<S>> factors) {
        List<Variant<S>> variants = new ArrayList<>();
        variants.add(withOnly(base, factors, null, null));
        for (Factor<S> factor : factors) {
            for (var choice : factor.choices()) {
                if (!choice.equals(factor.base())) variants.add(withOnly(base, factors, factor, choice));
            }
        }
        return List.copyOf(variants);
    }

    /**
     * Combines the first choices of all factors, then the second choices, and so on. A factor with one choice keeps it
     * in all variants.
     *
     * @throws IllegalArgumentException if factors have different numbers of choices
     */
    public static <S> List<Variant<S>> rows(S base, List<Factor<S>> factors) {
        int rows = factors.stream()
                .mapToInt(factor -> factor.choices().size())
                .max()
                .orElse(1);
        List<Variant<S>> variants = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            Variant<S> variant = new Variant<>(List.of(), base, true);
            for (Factor<S> factor : factors) {
                int count = factor.choices().size();
                if (count != 1 && count != rows) {
                    throw new IllegalArgumentException("in a list, all factors need the same number of values, or one; "
                            + factor.name() + " has " + count + ", another has " + rows);
                }
                variant = with(variant, factor, factor.choices().get(count == 1 ? 0 : row));
            }
            variants.add(variant);
        }
        return List.copyOf(variants);
    }

    private static <S> Variant<S> withOnly(
            S base, List<Factor<S>> factors, @Nullable Factor<S> changed, Factor.@Nullable Choice<S> choice) {
        Variant<S> variant = new Variant<>(List.of(), base, true);
        for (Factor<S> factor : factors) {
            variant = with(variant, factor, factor.equals(changed) && choice != null ? choice : factor.base());
        }
        return variant;
    }

    private static <S> Variant<S> with(Variant<S> variant, Factor<S> factor, Factor.Choice<S> choice) {
        List<Level> levels = new ArrayList<>(variant.levels());
        levels.add(factor.level(choice));
        boolean isBase = variant.isBase() && choice.equals(factor.base());
        return new Variant<>(levels, choice.applied().apply(variant.setup()), isBase);
    }
}
