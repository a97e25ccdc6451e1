package vesper.hosting;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;

/** Creates the objects of a package's classes and injects the parameters of their constructors. */
final class ServiceConstruction {
    private final Components components;

    ServiceConstruction(Components components) {
        this.components = components;
    }

    /**
     * Creates an object of this class. Uses the public constructor with {@code @Autowired} or {@code @Inject};
     * otherwise the one with the most parameters, among those whose parameters can all be injected.
     *
     * @param classes the context class loader for the constructor
     * @param max maximum time for the constructor
     * @throws NotStartedException if a parameter or annotated field cannot be injected, or the constructor throws or
     *     times out
     */
    Object create(Class<?> service, PackageClassLoader classes, Duration max) throws NotStartedException {
        Blueprint blueprint = blueprint(service, classes, max);
        Blueprint.ConstructorNeeds chosen = blueprint.constructors().stream()
                .max(Comparator.comparingInt(this::preference))
                .orElseThrow(() -> new NotStartedException(service.getName() + " has no public constructor"));
        Object[] arguments = new Object[chosen.needs().size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = components.resolve(chosen.needs().get(i), chosen.name());
        }
        // Resolved on this thread, since each constructor runs as a separate step.
        InjectedFields fields = InjectedFields.resolved(blueprint.fields(), components);
        return construct(chosen.constructor(), arguments, fields, classes, max);
    }

    /** Reading annotations may initialize classes of the package whose constants they use. */
    private static Blueprint blueprint(Class<?> service, PackageClassLoader classes, Duration max)
            throws NotStartedException {
        try {
            String step = "reading the constructors of " + service.getName();
            return Objects.requireNonNull(Step.call(step, classes, max, () -> Blueprint.of(service)));
        } catch (StepFailedException e) {
            if (e.getCause() instanceof NotStartedException reason) throw reason;
            throw new NotStartedException(String.valueOf(e.getMessage()), e.getCause());
        }
    }

    private static Object construct(
            Constructor<?> constructor,
            Object[] arguments,
            InjectedFields fields,
            PackageClassLoader classes,
            Duration max)
            throws NotStartedException {
        String step = "new " + constructor.getDeclaringClass().getName();
        try {
            return Objects.requireNonNull(Step.call(step, classes, max, () -> {
                Object object = newInstance(constructor, arguments);
                fields.set(object);
                return object;
            }));
        } catch (StepFailedException e) {
            if (e.getCause() instanceof NotStartedException reason) throw reason;
            throw new NotStartedException(String.valueOf(e.getMessage()), e.getCause());
        }
    }

    private static Object newInstance(Constructor<?> constructor, Object... arguments) throws NotStartedException {
        String name = constructor.getDeclaringClass().getName();
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new NotStartedException(
                    name + " could not be created: " + PackageErrors.describe(e.getTargetException()), e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new NotStartedException(name + " could not be created: " + PackageErrors.describe(e), e);
        }
    }

    /**
     * Ranks a constructor: an annotated one first, then those whose parameters are all available, then by their number.
     */
    private int preference(Blueprint.ConstructorNeeds candidate) {
        if (candidate.isChosen()) return Integer.MAX_VALUE;
        return candidate.needs().stream().allMatch(components::canResolve)
                ? candidate.needs().size()
                : -1;
    }
}
