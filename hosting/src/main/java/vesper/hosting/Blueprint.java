package vesper.hosting;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The needs of the constructors and annotated fields of a class.
 *
 * @param constructors the public ones
 * @param fields those to inject
 */
record Blueprint(List<ConstructorNeeds> constructors, Map<Field, Need> fields) {
    /**
     * A constructor.
     *
     * @param isChosen true if it is annotated with {@code @Autowired} or {@code @Inject}
     */
    record ConstructorNeeds(Constructor<?> constructor, List<Need> needs, boolean isChosen) {
        /** Returns the constructor for messages, {@code Orders(Clock, Prices)}. */
        String name() {
            return constructor.getDeclaringClass().getName()
                    + Arrays.stream(constructor.getParameterTypes())
                            .map(Class::getSimpleName)
                            .collect(Collectors.joining(", ", "(", ")"));
        }
    }

    /** @throws NotStartedException if a field or method asks for injection and cannot have it */
    static Blueprint of(Class<?> type) throws NotStartedException {
        for (Constructor<?> constructor : type.getConstructors()) {
            for (Parameter parameter : constructor.getParameters())
                InjectedFields.rejectUnsupported(constructor, parameter);
        }
        List<ConstructorNeeds> constructors = Arrays.stream(type.getConstructors())
                .map(constructor -> new ConstructorNeeds(
                        constructor,
                        Arrays.stream(constructor.getParameters()).map(Need::of).toList(),
                        InjectedFields.isInjected(constructor)))
                .toList();
        return new Blueprint(constructors, InjectedFields.needsOf(type));
    }
}
