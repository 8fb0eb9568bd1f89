"""The recipes that a phone may come with, written the way the app's own form takes them."""

from __future__ import annotations

from dataclasses import dataclass

CATEGORIES = ("Breakfast", "Soup", "Pasta", "Main dish", "Salad", "Baking", "Dessert")


@dataclass(frozen=True, slots=True)
class Recipe:
    """A dish: ingredients and steps are one to a line."""

    title: str
    category: str
    minutes: int
    servings: int
    ingredients: str
    steps: str


BOOK = (
    Recipe(
        "Buttermilk pancakes",
        "Breakfast",
        25,
        4,
        "250 g flour\n2 tsp baking powder\n2 eggs\n400 ml buttermilk\n40 g butter\n1 pinch salt",
        "Whisk the dry ingredients.\nStir in eggs, buttermilk and melted butter.\n"
        "Fry ladlefuls in a hot pan until bubbles show, then turn.",
    ),
    Recipe(
        "Blueberry pancakes",
        "Breakfast",
        30,
        4,
        "220 g flour\n2 tsp baking powder\n2 eggs\n300 ml milk\n150 g blueberries\n30 g sugar",
        "Mix flour, baking powder and sugar.\nBeat in eggs and milk.\n"
        "Fold in the blueberries and fry on medium heat.",
    ),
    Recipe(
        "Shakshuka",
        "Breakfast",
        35,
        2,
        "4 eggs\n400 g chopped tomatoes\n1 red pepper\n1 onion\n2 cloves garlic\n1 tsp cumin\n"
        "2 tbsp olive oil",
        "Soften onion and pepper in the oil.\nAdd garlic, cumin and tomatoes; simmer 15 minutes.\n"
        "Make hollows, crack in the eggs and cover until set.",
    ),
    Recipe(
        "Overnight oats",
        "Breakfast",
        10,
        2,
        "100 g rolled oats\n250 ml milk\n100 g yoghurt\n1 apple\n2 tbsp honey",
        "Stir everything together.\nChill overnight.\nTop with grated apple.",
    ),
    Recipe(
        "Tomato soup",
        "Soup",
        40,
        4,
        "1 kg tomatoes\n1 onion\n2 cloves garlic\n500 ml vegetable stock\n100 ml cream\n"
        "2 tbsp olive oil",
        "Roast tomatoes, onion and garlic.\nAdd the stock and simmer.\nBlend and stir in the cream.",
    ),
    Recipe(
        "Red lentil soup",
        "Soup",
        35,
        4,
        "250 g red lentils\n2 carrots\n1 onion\n1 tsp cumin\n1200 ml vegetable stock\n1 lemon",
        "Sweat onion and carrots.\nAdd cumin, lentils and stock; cook until soft.\n"
        "Blend, and sharpen with lemon.",
    ),
    Recipe(
        "Chicken noodle soup",
        "Soup",
        60,
        6,
        "1 kg chicken thighs\n3 carrots\n2 celery sticks\n200 g egg noodles\n2 l water\n1 onion",
        "Simmer the chicken with the vegetables.\nShred the meat.\nCook the noodles in the broth.",
    ),
    Recipe(
        "Pumpkin soup",
        "Soup",
        45,
        4,
        "800 g pumpkin\n1 onion\n20 g ginger\n700 ml vegetable stock\n200 ml coconut milk",
        "Fry onion and ginger.\nAdd pumpkin and stock; cook until tender.\n"
        "Blend with the coconut milk.",
    ),
    Recipe(
        "Spaghetti carbonara",
        "Pasta",
        25,
        4,
        "400 g spaghetti\n150 g pancetta\n4 egg yolks\n80 g pecorino\n1 tsp black pepper",
        "Boil the spaghetti.\nFry the pancetta until crisp.\n"
        "Off the heat, toss everything with yolks and cheese.",
    ),
    Recipe(
        "Penne arrabbiata",
        "Pasta",
        30,
        4,
        "400 g penne\n600 g chopped tomatoes\n3 cloves garlic\n2 chillies\n4 tbsp olive oil",
        "Warm garlic and chillies in the oil.\nAdd tomatoes and simmer 20 minutes.\n"
        "Toss with the penne.",
    ),
    Recipe(
        "Mushroom tagliatelle",
        "Pasta",
        35,
        2,
        "250 g tagliatelle\n300 g mushrooms\n1 shallot\n150 ml cream\n40 g parmesan\n20 g butter",
        "Brown the mushrooms in butter.\nAdd shallot and cream.\nFold in pasta and parmesan.",
    ),
    Recipe(
        "Baked macaroni cheese",
        "Pasta",
        50,
        6,
        "500 g macaroni\n300 g cheddar\n60 g butter\n60 g flour\n800 ml milk\n50 g breadcrumbs",
        "Cook a white sauce of butter, flour and milk.\nStir in cheese and pasta.\n"
        "Top with crumbs and bake until golden.",
    ),
    Recipe(
        "Chicken curry",
        "Main dish",
        45,
        4,
        "600 g chicken breast\n400 ml coconut milk\n2 onions\n3 tbsp curry paste\n300 g rice\n1 lime",
        "Fry the onions with the paste.\nAdd chicken and coconut milk; simmer 20 minutes.\n"
        "Serve with rice and lime.",
    ),
    Recipe(
        "Chickpea curry",
        "Main dish",
        35,
        4,
        "800 g chickpeas\n400 g chopped tomatoes\n200 g spinach\n1 onion\n2 tbsp curry powder\n"
        "300 g rice",
        "Fry onion and curry powder.\nAdd tomatoes and chickpeas.\nWilt the spinach in it.",
    ),
    Recipe(
        "Beef stew",
        "Main dish",
        150,
        6,
        "1200 g stewing beef\n4 carrots\n3 onions\n500 ml red wine\n500 ml beef stock\n3 tbsp flour",
        "Brown the floured beef.\nAdd wine, stock and vegetables.\nBraise for two hours.",
    ),
    Recipe(
        "Salmon with potatoes",
        "Main dish",
        40,
        2,
        "2 salmon fillets\n500 g potatoes\n200 g green beans\n1 lemon\n2 tbsp olive oil",
        "Roast the potatoes for 20 minutes.\nAdd beans and salmon.\nBake 12 minutes more.",
    ),
    Recipe(
        "Vegetable paella",
        "Main dish",
        55,
        4,
        "320 g paella rice\n1 l vegetable stock\n2 red peppers\n150 g peas\n1 pinch saffron\n1 lemon",
        "Fry the peppers.\nStir in rice and saffron; add the stock.\n"
        "Cook without stirring, peas last.",
    ),
    Recipe(
        "Stuffed peppers",
        "Main dish",
        65,
        4,
        "4 red peppers\n300 g minced beef\n150 g rice\n1 onion\n400 g chopped tomatoes",
        "Mix meat, rice and onion.\nFill the peppers.\nBake in the tomatoes for 45 minutes.",
    ),
    Recipe(
        "Greek salad",
        "Salad",
        15,
        4,
        "4 tomatoes\n1 cucumber\n1 red onion\n200 g feta\n80 g olives\n4 tbsp olive oil",
        "Cut the vegetables.\nAdd feta and olives.\nDress with oil.",
    ),
    Recipe(
        "Potato salad",
        "Salad",
        40,
        6,
        "1200 g potatoes\n3 eggs\n6 gherkins\n200 g mayonnaise\n1 bunch chives",
        "Boil potatoes and eggs.\nSlice everything.\nFold in the mayonnaise and chives.",
    ),
    Recipe(
        "Quinoa salad",
        "Salad",
        25,
        4,
        "200 g quinoa\n1 cucumber\n250 g cherry tomatoes\n1 bunch parsley\n1 lemon\n3 tbsp olive oil",
        "Cook and cool the quinoa.\nChop the rest.\nMix and season.",
    ),
    Recipe(
        "Caesar salad",
        "Salad",
        20,
        2,
        "1 romaine lettuce\n50 g parmesan\n2 slices bread\n4 anchovies\n100 ml caesar dressing",
        "Toast bread cubes.\nTear the lettuce.\nToss with dressing, parmesan and anchovies.",
    ),
    Recipe(
        "Banana bread",
        "Baking",
        70,
        8,
        "3 bananas\n250 g flour\n150 g sugar\n120 g butter\n2 eggs\n2 tsp baking powder",
        "Mash the bananas.\nBeat butter, sugar and eggs; fold in the rest.\nBake 55 minutes.",
    ),
    Recipe(
        "Cinnamon rolls",
        "Baking",
        120,
        12,
        "600 g flour\n300 ml milk\n100 g butter\n120 g sugar\n2 tbsp cinnamon\n1 sachet yeast",
        "Knead a soft dough and let it rise.\nRoll out, spread with butter, sugar, cinnamon.\n"
        "Cut, rise again, bake 20 minutes.",
    ),
    Recipe(
        "Soda bread",
        "Baking",
        50,
        8,
        "450 g flour\n400 ml buttermilk\n1 tsp baking soda\n1 tsp salt\n50 g rolled oats",
        "Mix quickly into a sticky dough.\nShape and cut a cross.\nBake 35 minutes.",
    ),
    Recipe(
        "Apple pie",
        "Baking",
        90,
        8,
        "1 kg apples\n300 g flour\n180 g butter\n120 g sugar\n1 egg\n1 tsp cinnamon",
        "Make a short crust and chill it.\nFill with sliced apples, sugar and cinnamon.\n"
        "Cover and bake 50 minutes.",
    ),
    Recipe(
        "Chocolate mousse",
        "Dessert",
        30,
        4,
        "200 g dark chocolate\n3 eggs\n200 ml cream\n30 g sugar",
        "Melt the chocolate.\nFold in yolks, whipped cream and beaten whites.\nChill three hours.",
    ),
    Recipe(
        "Panna cotta",
        "Dessert",
        20,
        4,
        "500 ml cream\n60 g sugar\n1 vanilla pod\n3 sheets gelatine\n200 g raspberries",
        "Warm cream, sugar and vanilla.\nDissolve the gelatine in it.\n"
        "Chill, and serve with raspberries.",
    ),
    Recipe(
        "Rice pudding",
        "Dessert",
        45,
        4,
        "150 g pudding rice\n1 l milk\n60 g sugar\n1 tsp cinnamon",
        "Bring everything to the boil.\nSimmer and stir for 35 minutes.\nDust with cinnamon.",
    ),
    Recipe(
        "Lemon sorbet",
        "Dessert",
        15,
        4,
        "5 lemons\n200 g sugar\n300 ml water",
        "Boil sugar and water.\nAdd lemon juice and cool.\nFreeze, stirring now and then.",
    ),
)
"""Pairs of similar dishes are wanted: they mislead."""
